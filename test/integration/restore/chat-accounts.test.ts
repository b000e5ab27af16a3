import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anOwner } from "../../support/an-owner.ts";
import { aChatAccount } from "../../support/chat-builders.ts";
import { type RestoreFixture, restoreFixture } from "./restore-fixture.ts";

let at: RestoreFixture;
let chatAccounts: RestoreFixture["chatAccounts"];
beforeAll(async () => {
  at = await restoreFixture();
  chatAccounts = at.chatAccounts;
});
afterAll(() => at.close());

const NUMBER = { originationPhoneNumberId: "phone-number-id-of-ours" };
const restored = async (moment: string, ...args: string[]) => {
  const { tables, code, err } = await at.command("--to", moment, "--table", "Config", "--apply", ...args);
  expect([code, err]).toEqual([0, expect.any(String)]);
  return tables.Config;
};

describe("npm run restore, of chat accounts", () => {
  it("never takes a number away from the account that has it by now", async () => {
    const [owner, other] = [anOwner(), anOwner()];
    const number = { ...NUMBER, providerPhoneNumberId: "number-that-moved" };
    const [gone, current] = [
      aChatAccount({ ...number, owners: [owner] }),
      aChatAccount({ ...number, owners: [other] }),
    ];
    await chatAccounts.create(gone);
    const moment = (await at.tables.moment()).toISOString();
    await chatAccounts.remove(gone.id);
    await chatAccounts.create(current);
    for (const more of [[], ["--overwrite"], ["--overwrite", "--owner", owner]]) {
      const figures = await restored(moment, ...more);
      expect([more, (await chatAccounts.findByProviderNumber("number-that-moved"))?.id]).toEqual([more, current.id]);
      expect([more, await chatAccounts.get(gone.id)]).toEqual([more, undefined]);
      expect([more, figures?.moved]).toEqual([more, 4]);
    }
    await at.command("--to", moment, "--clean");
  });

  it("leaves an account alone that has another number by now, and its old number free", async () => {
    const account = aChatAccount({ providerPhoneNumberId: "number-of-then", owners: [anOwner()] });
    await chatAccounts.create(account);
    const moment = (await at.tables.moment()).toISOString();
    await chatAccounts.replace({ ...account, providerPhoneNumberId: "number-of-now" });
    await restored(moment, "--overwrite");
    expect(await chatAccounts.findByProviderNumber("number-of-then")).toBeUndefined();
    expect(await chatAccounts.findByProviderNumber("number-of-now")).toMatchObject({ id: account.id });
    expect(await chatAccounts.get(account.id)).toMatchObject({ providerPhoneNumberId: "number-of-now" });
    await at.command("--to", moment, "--clean");
  });

  it("brings a deleted account back into its owners' lists without overwriting anything", async () => {
    const owner = anOwner();
    const account = aChatAccount({ providerPhoneNumberId: "number-that-is-back", owners: [owner], isDefault: true });
    await chatAccounts.create(account);
    const moment = (await at.tables.moment()).toISOString();
    await chatAccounts.remove(account.id);
    const since = aChatAccount({ providerPhoneNumberId: "number-made-since", owners: [owner], isDefault: false });
    await chatAccounts.create(since);
    await restored(moment);
    // The reconciliation does the same.
    await chatAccounts.settle(account.id);
    expect((await chatAccounts.listFor(owner)).map(({ id }) => id).sort()).toEqual([account.id, since.id].sort());
    expect(await chatAccounts.findByProviderNumber("number-that-is-back")).toMatchObject({ id: account.id });
    expect(await restored(moment)).toMatchObject({ missing: 0, copied: 0 });
    await at.command("--to", moment, "--clean");
  });

  it("gives no turn of a default twice", async () => {
    const owner = anOwner();
    const turn = async () => Number((await at.rows("Config")).find(({ pk }) => pk?.S === "CHAT-DEFAULTS")?.turn?.N);
    const make = (n: number) =>
      chatAccounts.create(aChatAccount({ providerPhoneNumberId: `turn-${n}`, owners: [owner], isDefault: true }));
    await make(1);
    const moment = (await at.tables.moment()).toISOString();
    const latest = await make(2);
    const before = await turn();
    await restored(moment, "--overwrite");
    expect(await turn()).toBe(before);
    expect(await chatAccounts.findDefault(owner)).toMatchObject({ id: latest.id });
    await at.command("--to", moment, "--clean");
  });
});
