import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ChatAccount } from "../../../shared/chat/domain/chat-account.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aChatAccount } from "../../support/chat-builders.ts";
import { compareWithoutRevisions } from "../../support/same-but-revision.ts";
import { type RestoreFixture, restoreFixture } from "./restore-fixture.ts";

compareWithoutRevisions();

let at: RestoreFixture;
beforeAll(async () => {
  at = await restoreFixture();
});
afterAll(() => at.close());
beforeEach(async () => {
  for (const row of await at.rows("Config")) await at.remove(row, "Config");
});

const CONFIG = ["--table", "Config"];
const newOwners = (count: number) => Array.from({ length: count }, () => anOwner());
const rowsOf = async ({ id }: ChatAccount) =>
  (await at.rows("Config")).filter((row) => JSON.stringify(row).includes(id));
const buckets = async ({ id }: ChatAccount) =>
  (await at.rows("Config")).filter(({ pk, sk }) => pk?.S === `CACC#${id}` && sk?.S?.startsWith("OWNERS#"));

/** Makes an account of 150 owners. Returns one of its last owners and the moment at which the account was complete. */
async function manyOwners() {
  const account = aChatAccount({ owners: newOwners(150), isDefault: false });
  await at.chatAccounts.create(account);
  return { account, last: account.owners[140] ?? anOwner(), moment: (await at.tables.moment()).toISOString() };
}

async function expectMended(account: ChatAccount): Promise<void> {
  expect(await at.chatAccounts.get(account.id)).toEqual(account);
  const found = await Promise.all(account.owners.map((owner) => at.chatAccounts.findFor(owner, account.id)));
  expect(found.every((one) => one !== undefined)).toBe(true);
}

/** Checks that the account can be changed and removed like any other. */
async function expectUsable(account: ChatAccount): Promise<void> {
  const next = { ...account, label: "Next", isDefault: false, owners: newOwners(60) };
  expect(await at.chatAccounts.replace(next)).toEqual(next);
  expect(await at.chatAccounts.remove(account.id)).toBe(true);
  expect(await buckets(account)).toEqual([]);
}

const newSaves = async (account: ChatAccount, owners: readonly Owner[]) => {
  const next = { ...account, label: "Since", owners };
  await at.chatAccounts.replace(next);
  return next;
};

describe("npm run restore of a chat account of many owners", () => {
  it("brings the account, its numbers and all of its buckets back", async () => {
    const { account, moment } = await manyOwners();
    const before = await at.rows("Config");
    await at.chatAccounts.remove(account.id);
    const { tables } = await at.command("--to", moment, ...CONFIG, "--apply");
    expect(tables.Config).toMatchObject({ missing: 6, copied: 6, derived: 0 });
    // The reconciliation does the same.
    await at.chatAccounts.settle(account.id);
    expect(await at.rows("Config")).toEqual(before);
    await expectMended(account);
    await expectUsable(account);
  });

  it("brings it back without those of its owners who were erased since", async () => {
    const { account, last, moment } = await manyOwners();
    const [first = anOwner()] = account.owners;
    for (const owner of [first, last]) await at.eraser.erase(owner);
    await at.chatAccounts.remove(account.id);
    const { tables } = await at.command("--to", moment, ...CONFIG, "--apply");
    // The lists of the two erased owners are left out.
    expect(tables.Config).toMatchObject({ missing: 6, copied: 6, erased: 2, ofErased: 0 });
    await at.chatAccounts.settle(account.id);
    const left = { ...account, owners: account.owners.filter((owner) => owner !== last && owner !== first) };
    expect(JSON.stringify(await rowsOf(account))).not.toMatch(new RegExp(`${first}|${last}`));
    await expectMended(left);
    await expectUsable(left);
  });

  it("brings it back for the others when the only other one of two was erased, and not when all were", async () => {
    const [gone, other] = [anOwner(), anOwner()];
    const both = aChatAccount({ owners: [gone, other], providerPhoneNumberId: "of-both" });
    const alone = aChatAccount({ owners: [gone], providerPhoneNumberId: "of-one" });
    await at.chatAccounts.create(both);
    await at.chatAccounts.create(alone);
    const moment = (await at.tables.moment()).toISOString();
    await at.eraser.erase(gone);
    for (const { id } of [both, alone]) await at.chatAccounts.remove(id);
    await at.command("--to", moment, ...CONFIG, "--apply");
    expect(await at.chatAccounts.get(both.id)).toMatchObject({ owners: [other] });
    expect(await at.chatAccounts.get(alone.id)).toBeUndefined();
    expect(await at.chatAccounts.findByProviderNumber("of-one")).toBeUndefined();
    expect(await at.chatAccounts.findByProviderNumber("of-both")).toMatchObject({ id: both.id });
  });

  it("leaves it with the owners that it has when one of its last owners was erased since", async () => {
    const { account, last, moment } = await manyOwners();
    await at.eraser.erase(last);
    const { tables } = await at.command("--to", moment, ...CONFIG, "--overwrite", "--apply");
    expect(tables.Config).toMatchObject({ erased: 1 });
    await at.chatAccounts.settle(account.id);
    const left = { ...account, owners: account.owners.filter((owner) => owner !== last) };
    expect(await at.chatAccounts.list({ limit: 10 })).toEqual([left]);
    await expectMended(left);
    await expectUsable(left);
  });

  it("leaves former owners out of the buckets of an account that was saved since, and stays", async () => {
    const { account, moment } = await manyOwners();
    const since = await newSaves(account, account.owners.slice(40));
    const before = await rowsOf(account);
    const { tables } = await at.command("--to", moment, ...CONFIG, "--apply");
    expect(tables.Config).toMatchObject({ missing: 0, copied: 0, derived: 2 });
    expect(await rowsOf(account)).toEqual(before);
    await expectMended(since);
  });

  it("sets an account back that was saved since, with the owners of then", async () => {
    const { account, moment } = await manyOwners();
    await newSaves(account, newOwners(120));
    const { tables } = await at.command("--to", moment, ...CONFIG, "--overwrite", "--apply");
    expect(tables.Config).toMatchObject({ missing: 2, copied: 2, derived: 0 });
    await at.chatAccounts.settle(account.id);
    await expectMended(account);
    // The buckets of the later owners stay until the next call removes them.
    expect(await buckets(account)).toHaveLength(4);
    await at.chatAccounts.removeLeftOwners(Date.now() + 1);
    expect(await buckets(account)).toHaveLength(2);
    await expectMended(account);
    await expectUsable(account);
  });

  it("brings back one bucket that was lost", async () => {
    const { account, moment } = await manyOwners();
    const [lost = {}] = await buckets(account);
    await at.remove(lost, "Config");
    const { tables } = await at.command("--to", moment, ...CONFIG, "--apply");
    expect(tables.Config).toMatchObject({ missing: 1, copied: 1 });
    await expectMended(account);
  });

  it("writes the buckets first, so that a killed run leaves no account without them", async () => {
    const { account, moment } = await manyOwners();
    await at.chatAccounts.remove(account.id);
    for (let puts = 1; puts <= 6; puts++) {
      await at.killedAfter(puts, "PutItem", "--to", moment, ...CONFIG, "--apply");
      if ((await at.chatAccounts.find(account.id)) !== undefined) expect(await buckets(account)).toHaveLength(2);
    }
    await at.command("--to", moment, ...CONFIG, "--apply");
    await at.chatAccounts.settle(account.id);
    await expectMended(account);
  });

  it("counts it as shared for one owner, however few of its owners are in that owner's bucket", async () => {
    const { account, last, moment } = await manyOwners();
    await at.chatAccounts.remove(account.id);
    const { tables } = await at.command("--to", moment, ...CONFIG, "--owner", last, "--apply");
    // The shared items are the account, its buckets, the directory, the number and the business.
    expect(tables.Config).toMatchObject({ shared: 6 });
    expect(await at.chatAccounts.find(account.id)).toBeUndefined();
  });
});
