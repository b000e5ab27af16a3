import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { chatAccountRequest } from "../../../../shared/chat/contract/chat-account-request.ts";
import { isOfSandbox, isSandboxAccountId, sandboxAccountId } from "../../../../shared/chat/domain/sandbox-account.ts";
import { AccountsWithSandbox } from "../../../../shared/chat/sandbox/sandbox-accounts.ts";
import { testOwnerOf } from "../../../../shared/kernel/test-mode.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aChatAccount } from "../../../support/chat-builders.ts";
import { accountRequest } from "../../../support/chat-world.ts";
import { inMemoryChatAccountStore } from "../../../support/in-memory-chat-account-store.ts";
import { sequentialIdentifiers } from "../../../support/sequential-identifiers.ts";

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest();
const LIVE = anOwner();
const TEST = testOwnerOf(LIVE);

async function aReader() {
  const stored = inMemoryChatAccountStore();
  const account = aChatAccount({ owners: [LIVE], isDefault: true });
  await stored.create(account);
  return { account, reader: new AccountsWithSandbox(stored, sequentialIdentifiers()) };
}

describe("the chat account of a hidden owner (D48b)", () => {
  it("is one default account, which is always the same", async () => {
    const { reader } = await aReader();
    const account = await reader.findDefault(TEST);
    expect(account).toMatchObject({
      label: "Sandbox",
      ownershipType: "service_managed",
      isDefault: true,
      owners: [TEST],
      providerPhoneNumberId: expect.stringContaining("sandbox"),
    });
    expect(await reader.listFor(TEST)).toEqual([account]);
    expect(await reader.findFor(TEST, account?.id ?? "")).toEqual({ ...account, isDefault: false });
    expect(account && isOfSandbox(account)).toBe(true);
  });

  it("is no other owner's, live or of test mode", async () => {
    const { reader, account } = await aReader();
    const id = sandboxAccountId(TEST, sha1);
    for (const owner of [LIVE, testOwnerOf(anOwner())]) expect(await reader.findFor(owner, id)).toBeUndefined();
    expect(await reader.findFor(TEST, account.id)).toBeUndefined();
  });

  it("is found by its id without an owner, as the account of a template or a conversation", async () => {
    const { reader } = await aReader();
    const id = sandboxAccountId(TEST, sha1);
    const found = await reader.find(id);
    expect(found).toMatchObject({ id, owners: [], isDefault: false });
    expect(found && isOfSandbox(found)).toBe(true);
  });

  it("is in no list of accounts, and no event of the platform finds it", async () => {
    const { reader, account } = await aReader();
    expect(await reader.ids({ limit: 100 })).toEqual([account.id]);
    const own = await reader.findDefault(TEST);
    expect(await reader.findByProviderNumber(own?.providerPhoneNumberId ?? "")).toBeUndefined();
    expect(await reader.findByProviderBusiness(own?.providerBusinessAccountId ?? "")).toEqual([]);
  });

  it("leaves the accounts of live owners as they are stored", async () => {
    const { reader, account } = await aReader();
    expect(await reader.find(account.id)).toMatchObject({ id: account.id, owners: [LIVE] });
    expect(await reader.findDefault(LIVE)).toMatchObject({ id: account.id });
    expect(await reader.findFor(LIVE, account.id)).toMatchObject({ id: account.id });
    expect((await reader.listFor(LIVE)).map(({ id }) => id)).toEqual([account.id]);
    expect(await reader.findByProviderNumber(account.providerPhoneNumberId ?? "")).toMatchObject({ id: account.id });
    expect(await reader.findByProviderBusiness(account.providerBusinessAccountId)).toHaveLength(1);
  });
});

describe("the ids of these accounts", () => {
  it("are UUIDs of version 8 that differ from owner to owner", () => {
    const ids = [TEST, testOwnerOf(anOwner()), testOwnerOf(anOwner())].map((owner) => sandboxAccountId(owner, sha1));
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(ids.every(isSandboxAccountId)).toBe(true);
    for (const id of [crypto.randomUUID(), "", `${ids[0]}0`, `x${ids[0]}`]) expect(isSandboxAccountId(id)).toBe(false);
  });
});

describe("an administrator's account (D48b)", () => {
  it("has no owner and no region of test mode", () => {
    const problemsOf = (body: object) =>
      (chatAccountRequest.safeParse(body).error?.issues ?? []).map(({ message }) => message);
    expect(problemsOf(accountRequest([LIVE]))).toEqual([]);
    expect(problemsOf(accountRequest([LIVE, TEST]))).toEqual(["owners must not contain an owner of test mode"]);
    expect(problemsOf(accountRequest([LIVE], { cloud_region: "sandbox" }))).toEqual([
      "cloud_region must be a region such as eu-central-1",
    ]);
  });
});
