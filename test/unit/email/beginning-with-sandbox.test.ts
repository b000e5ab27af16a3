import { describe, expect, it } from "vitest";
import { beginningWithSandbox } from "../../../shared/email/beginning-with-sandbox.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

function aTestMode() {
  const store = inMemorySendingAccountStore();
  const begun = new Set<Owner>();
  const calls = { reads: 0, notes: 0 };
  let isDead = false;
  let isErased = false;
  const testClocks = () => ({
    find: async (owner: Owner) => {
      calls.reads += 1;
      if (isErased) return undefined;
      return { advancedSeconds: 0, hasBegun: begun.has(owner) };
    },
    noteBegun: async (owner: Owner) => {
      if (isDead) throw new Error("the process died");
      calls.notes += 1;
      begun.add(owner);
    },
  });
  /** Opens the store as another process does. */
  const open = () =>
    beginningWithSandbox(store, { testClocks, clock: fakeClock(), hash: sequentialIdentifiers().hash });
  return {
    open,
    store,
    calls,
    owner: testOwnerOf(anOwner()),
    erase: () => {
      isErased = true;
    },
    dying: (whether: boolean) => {
      isDead = whether;
    },
  };
}

const SANDBOX = {
  label: "Sandbox",
  fromAddress: "sandbox@sandbox.test",
  isDefault: true,
  settings: { provider: "smtp", host: "sandbox.test", port: 587, encryption: "starttls" },
};

describe("beginningWithSandbox()", () => {
  it("lists the account Sandbox first, as the default, and reads once for each owner", async () => {
    const { open, owner, calls } = aTestMode();
    const accounts = open();
    expect(await accounts.list(owner)).toEqual([expect.objectContaining({ owner, ...SANDBOX })]);
    expect(await accounts.findDefault(owner)).toMatchObject({ fromAddress: "sandbox@sandbox.test" });
    expect(calls).toEqual({ reads: 1, notes: 1 });
  });

  it("is there before an account that the owner creates", async () => {
    const { open, owner } = aTestMode();
    const accounts = open();
    const created = await accounts.create(aSendingAccount({ owner }), "keep");
    expect(created).toMatchObject({ isDefault: false });
    expect((await accounts.list(owner)).map(({ label }) => label)).toEqual(["Sandbox", "Main"]);
  });

  it("makes one account when several ask at once, in one process or in several", async () => {
    const { open, owner } = aTestMode();
    const [one, other] = [open(), open()];
    const seen = await Promise.all([one.list(owner), one.list(owner), other.list(owner), other.findDefault(owner)]);
    expect(seen.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => [expect.objectContaining(SANDBOX)]));
    expect(await one.list(owner)).toHaveLength(1);
  });

  it("makes no second account after a process died between its two writes", async () => {
    const { open, owner, calls, dying } = aTestMode();
    dying(true);
    await expect(open().list(owner)).rejects.toThrow("the process died");
    dying(false);
    expect(await open().list(owner)).toHaveLength(1);
    expect(calls.notes).toBe(1);
  });

  it("begins nothing for an owner who was erased", async () => {
    const { open, owner, calls, erase } = aTestMode();
    erase();
    expect(await open().findDefault(owner)).toBeUndefined();
    expect(await open().list(owner)).toEqual([]);
    expect(calls.notes).toBe(0);
  });

  it("does not bring a deleted account back", async () => {
    const { open, owner } = aTestMode();
    const accounts = open();
    const [sandbox] = await accounts.list(owner);
    expect(await accounts.remove(owner, sandbox?.id ?? "")).toBe(true);
    expect(await accounts.list(owner)).toEqual([]);
    expect(await open().list(owner)).toEqual([]);
    expect(await open().findDefault(owner)).toBeUndefined();
  });

  it("can be changed like any other account", async () => {
    const { open, owner } = aTestMode();
    const accounts = open();
    const [sandbox] = await accounts.list(owner);
    if (sandbox === undefined) throw new Error("there is no account");
    await accounts.replace({ ...sandbox, label: "Ours" }, "keep");
    expect(await open().get(owner, sandbox.id)).toMatchObject({ label: "Ours", isDefault: true });
  });

  it("gives each owner an account of its own, and a live owner none, without a read", async () => {
    const { open, owner, calls } = aTestMode();
    const accounts = open();
    const live = anOwner();
    expect(await accounts.list(live)).toEqual([]);
    expect(await accounts.findDefault(live)).toBeUndefined();
    expect(calls.reads).toBe(0);
    const [[mine], [theirs]] = [await accounts.list(owner), await accounts.list(testOwnerOf(live))];
    expect(mine?.id).toMatch(/^00000000-0000-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(theirs?.id).not.toBe(mine?.id);
    expect(await accounts.find(owner, theirs?.id ?? "")).toBeUndefined();
  });
});
