import { DeleteObjectCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anApiKey, anEmail, aSendingAccount, aWebhook } from "../../support/builders.ts";
import { BUCKET, largeText, type RestoreFixture, restoreFixture } from "./restore-fixture.ts";

let at: RestoreFixture;
beforeAll(async () => {
  at = await restoreFixture();
});
afterAll(() => at.close());

const DURABLE = ["Config", "ApiKeys", "Notifications", "Chat"];
const everything = () => Promise.all(DURABLE.map((table) => at.rows(table)));
const ofOwner = (rows: readonly object[], owner: string) => rows.filter((row) => JSON.stringify(row).includes(owner));

async function removeAll(table: string, isOf: (row: Awaited<ReturnType<typeof at.rows>>[number]) => boolean) {
  const rows = (await at.rows(table)).filter(isOf);
  for (const row of rows) await at.remove(row, table);
  return rows.length;
}

/** Makes a conversation with one message, the customer's assignment to an owner and the customer's name. */
async function converse(owner: Owner): Promise<string> {
  const customer = { chatAccountId: `account-of-${owner}`, customerKey: "+15550001111" };
  const id = crypto.randomUUID();
  const conversation = { owner, ...customer, id, providerUserId: "US.1", updatedAtMs: 1_800_000_000_000 };
  await at.conversations.learnCustomer(customer.chatAccountId, { phone: customer.customerKey, providerUserId: "US.1" });
  await at.conversations.replaceAssignment(customer, undefined, { owner });
  const message = {
    conversationId: id,
    messageType: "text",
    payload: { text: "hello" },
    occurredAtMs: 1_800_000_000_000,
  };
  const inbound = { ...message, id: crypto.randomUUID(), direction: "inbound", providerMessageId: "wamid.1" } as const;
  await at.conversations.addInbound({ conversation, message: inbound, opensWindow: true });
  return id;
}

/** Makes two owners, each with an account and a conversation. Nobody else has conversations. */
async function twoOwners(): Promise<readonly [Owner, Owner]> {
  await removeAll("Chat", () => true);
  const both = [anOwner(), anOwner()] as const;
  for (const owner of both) {
    await at.accounts.create(aSendingAccount({ owner }), "keep");
    await converse(owner);
  }
  return both;
}

describe("npm run restore", () => {
  it("brings back what was lost in every table, and keeps what was written since", async () => {
    const [owner, other] = [anOwner(), anOwner()];
    const account = aSendingAccount({ owner });
    await at.accounts.create(account, "keep");
    const template = anEmailTemplate({ owner, body: largeText() });
    await at.templates.create(template);
    await at.templates.create(anEmailTemplate({ owner }));
    await at.keys.add(anApiKey({ owner }), `hash of ${owner}`);
    const conversation = await converse(owner);
    const lost = aNotification({ owner });
    await at.notifications.add(lost, anEmail());
    const webhook = aWebhook({ owner });
    await at.webhooks.create(webhook);
    const before = await everything();
    const moment = (await at.tables.moment()).toISOString();

    // The test deletes a record of each kind, and changes other records.
    await at.webhooks.remove(owner, webhook.id);
    await at.templates.remove(owner, template.id);
    await at.accounts.remove(owner, account.id);
    await removeAll("Chat", ({ pk }) => pk?.S?.includes(conversation) === true || pk?.S === `O#${owner}`);
    await removeAll("ApiKeys", () => true);
    await removeAll("Notifications", ({ sk }) => sk?.S?.startsWith(lost.id) === true);
    const later = anEmailTemplate({ owner });
    await at.templates.create(later);
    const since = aNotification({ owner: other });
    await at.notifications.add(since, anEmail());
    const damaged = await everything();

    const dry = await at.command("--to", moment);
    expect([dry.code, dry.err]).toEqual([0, expect.stringContaining("nothing was changed")]);
    // The missing items are the template, the webhook, the account, and the pointer to the default; the new ones are
    // the later template and the note of the removed webhook.
    expect(dry.tables.Config).toMatchObject({ missing: 4, textsLost: 1, copied: 0, newSince: 2, derived: 4 });
    // The missing items are the two items of the key, and its slot.
    expect(dry.tables.ApiKeys).toMatchObject({ missing: 3, copied: 0 });
    expect(dry.tables.Chat).toMatchObject({ missing: 3, copied: 0 });
    expect(dry.tables.Notifications).toMatchObject({ missing: 2, copied: 0, newSince: 2 });
    expect(await everything()).toEqual(damaged);

    const applied = await at.command("--to", moment, "--apply");
    expect([applied.code, applied.err]).toEqual([0, expect.stringContaining("--clean")]);
    expect(applied.tables.Config).toMatchObject({ missing: 4, copied: 4, textsCopied: 1 });
    expect(applied.tables.Notifications).toMatchObject({ copied: 2, ended: 1 });
    expect((await at.templates.get(owner, template.id))?.body).toBe(template.body);
    expect(await at.accounts.get(owner, account.id)).toMatchObject({ id: account.id });
    expect(await at.templates.get(owner, later.id)).toMatchObject({ id: later.id });
    const [config = [], keys, notifications, chat] = await everything();
    const withoutDerived = (rows: typeof config = []) => rows.filter(({ sk }) => !/^(?:TOTAL|COPY)#/.test(sk?.S ?? ""));
    expect(withoutDerived(config)).toEqual(expect.arrayContaining(withoutDerived(before[0])));
    // The store reads the account itself, and not the copy of the earlier default.
    expect(await at.accounts.findDefault(owner)).toMatchObject({ id: account.id });
    // The next write counts the totals again.
    expect(await at.accounts.create(aSendingAccount({ owner }), "keep")).toMatchObject({ owner });
    expect(
      (await at.rows("Config")).find(({ sk, pk }) => pk?.S === `O#${owner}` && sk?.S === "TOTAL#SMTP"),
    ).toMatchObject({
      totalCount: { N: "2" },
    });
    expect([keys, chat]).toEqual([before[1], before[3]]);
    // Restored items were announced before, whereas the end of a delivery is announced now.
    expect(await at.restored("Config")).toEqual(
      expect.arrayContaining([`TPL#${template.id}`, `SMTP#${account.id}`, `WH#${webhook.id}`]),
    );
    expect(await at.restored("Chat")).toHaveLength(3);
    expect(await at.restored("Notifications")).not.toContain(lost.id);
    // The number of webhooks includes the restored one again.
    expect(config.find(({ pk, sk }) => pk?.S === `O#${owner}` && sk?.S === "WEBHOOKS")).toMatchObject({
      webhooks: { N: "1" },
    });
    // No waiting notification is sent once more.
    const back = notifications?.find(({ sk }) => sk?.S === lost.id);
    expect(back).toMatchObject({ status: { S: "failed" }, lastError: { S: expect.stringContaining("backup") } });
    expect([back?.dueShard, back?.dueAt]).toEqual([undefined, undefined]);
    expect(notifications?.find(({ sk }) => sk?.S === since.id)).toMatchObject({ status: { S: "pending" } });

    // A second run finds nothing to do, and changes nothing.
    const settled = await everything();
    const again = await at.command("--to", moment, "--apply");
    const counts = Object.values(again.tables).map(({ missing, copied, textsCopied }) => [
      missing,
      copied,
      textsCopied,
    ]);
    expect(counts).toEqual([0, 0, 0, 0].map(() => [0, 0, 0]));
    expect(await everything()).toEqual(settled);

    // The total counts the owner's three templates again, so the limit applies to the next one.
    await at.templates.create(anEmailTemplate({ owner }));
    const total = (await at.rows("Config")).find(({ pk, sk }) => pk?.S === `O#${owner}` && sk?.S === "TOTAL#TPL");
    expect(total).toMatchObject({ totalCount: { N: "4" } });

    const cleaned = await at.command("--to", moment, "--clean");
    expect(JSON.parse(cleaned.out)).toEqual({ removed: expect.arrayContaining(DURABLE) });
    expect(JSON.parse((await at.command("--to", moment, "--clean")).out)).toEqual({ removed: [] });
  });

  it("brings back one owner alone, and says what is shared with others", async () => {
    const [owner, other] = await twoOwners();
    const shared = { owners: { L: [{ S: `${owner}` }, { S: `${other}` }] } };
    await at.put("Config", { pk: { S: "CACC#shared" }, sk: { S: "A" }, ...shared });
    const before = await at.rows("Chat");
    const moment = (await at.tables.moment()).toISOString();
    await removeAll("Chat", () => true);
    await removeAll("Config", () => true);
    const tables = ["--table", "Chat", "--table", "Config"];
    const { tables: figures } = await at.command("--to", moment, ...tables, "--owner", owner, "--apply");
    expect(figures.Config).toMatchObject({ inBackup: 5, copied: 2, shared: 1 });
    const back = await at.rows("Chat");
    expect(ofOwner(back, owner)).toEqual(ofOwner(before, owner));
    // These include the customer's name, the message and its pointers, which do not name their owner.
    expect([before.length, back.length]).toEqual([12, 6]);
    expect(ofOwner(back, other)).toEqual([]);
    await at.command("--to", moment, ...tables, "--apply");
    expect(await at.rows("Chat")).toEqual(before);
    await at.command("--to", moment, ...tables, "--clean");
  });

  it("leaves out an owner who was erased since, unless the owner is asked for by name", async () => {
    const [owner, other] = await twoOwners();
    const moment = (await at.tables.moment()).toISOString();
    const others = ofOwner(await at.rows("Chat"), other).length;
    await at.eraser.erase(owner);
    await removeAll("Chat", () => true);
    const tables = ["--table", "Chat", "--table", "Config"];
    const erased = await at.command("--to", moment, ...tables, "--apply");
    expect(erased.tables.Config).toMatchObject({ erased: 4 });
    expect([ofOwner(await at.rows("Chat"), owner), ofOwner(await at.rows("Config"), owner)]).toEqual([[], []]);
    expect(ofOwner(await at.rows("Chat"), other)).toHaveLength(others);
    expect(await at.rows("Chat")).toHaveLength(6);
    const excepted = await at.command("--to", moment, ...tables, "--except-owner", other);
    expect(excepted.tables.Config?.erased).toBe(8);
    const asked = await at.command("--to", moment, ...tables, "--owner", owner, "--even-erased", "--apply");
    expect(asked.tables.Config).toMatchObject({ copied: 2, erased: 0 });
    expect(await at.accounts.list(owner)).toHaveLength(1);
    await at.command("--to", moment, ...tables, "--clean");
  });

  it("brings back what owners had in test mode, and nothing of an owner who was erased since (D48a)", async () => {
    const [owner, other] = await twoOwners();
    for (const one of [owner, other]) {
      const hidden = testOwnerOf(one);
      await at.testClocks.of(hidden);
      await at.testClocks.advance(hidden, 60, 1);
      await at.accounts.create(aSendingAccount({ owner: hidden }), "keep");
      await at.notifications.add(aNotification({ owner: hidden }), anEmail());
      await converse(hidden);
    }
    const rows = async () => (await everything()).flat();
    const count = async (one: Owner) => ofOwner(await rows(), testOwnerOf(one)).length;
    const [before, all] = [await count(other), ofOwner(await rows(), other).length];
    const moment = (await at.tables.moment()).toISOString();
    await at.eraser.erase(owner);
    for (const table of DURABLE) await removeAll(table, (row) => JSON.stringify(row).includes(testOwnerOf(other)));
    await at.command("--to", moment, "--apply");
    // The total of the accounts and the copy of the default are derived.
    expect([ofOwner(await rows(), owner), await count(other)]).toEqual([[], before - 2]);
    expect(await at.testClocks.find(testOwnerOf(other))).toMatchObject({ advancedSeconds: 60 });
    expect(await at.testClocks.owners(10)).toEqual([testOwnerOf(other)]);
    // A clock never goes back.
    await at.testClocks.advance(testOwnerOf(other), 3600, 2);
    await removeAll("Chat", (row) => JSON.stringify(row).includes(other));
    await at.command("--to", moment, "--owner", other, "--overwrite", "--apply");
    expect(await at.testClocks.find(testOwnerOf(other))).toMatchObject({ advancedSeconds: 3660 });
    expect(ofOwner(await rows(), other)).toHaveLength(all - 2);
    const asked = await at.command("--to", moment, "--owner", owner, "--even-erased", "--apply");
    expect([asked.code, (await at.testClocks.find(testOwnerOf(owner)))?.advancedSeconds]).toEqual([0, 60]);
    const excepted = await at.command("--to", moment, "--except-owner", other, "--except-owner", owner);
    expect(Object.values(excepted.tables).map(({ missing }) => missing)).toEqual([0, 0, 0, 0]);
    await at.command("--to", moment, "--clean");
    for (const one of [owner, other]) await at.eraser.erase(one);
  });

  it("sets back what differs only when it is asked to, and never a key, a hold or a notification", async () => {
    const owner = anOwner();
    const account = aSendingAccount({ owner, label: "as it was" });
    await at.accounts.create(account, "keep");
    const template = anEmailTemplate({ owner, body: largeText() });
    await at.templates.create(template);
    const key = anApiKey({ owner });
    await at.keys.add(key, `hash of ${owner}`);
    const one = aNotification({ owner });
    await at.notifications.add(one, anEmail());
    const moment = (await at.tables.moment()).toISOString();
    await at.accounts.replace({ ...account, label: "a mistake" }, "keep");
    await at.templates.replace({ ...template, body: largeText() });
    await at.keys.change(owner, key.id, { revokedAt: new Date().toISOString() });
    const claimed = await at.notifications.claim(owner, one.id);
    expect(claimed?.status).toBe("processing");
    const mistaken = await at.command("--to", moment, "--owner", owner, "--apply");
    expect(mistaken.tables.Config).toMatchObject({ different: 2, replaced: 0, textsLost: 0 });
    const { tables } = await at.command("--to", moment, "--owner", owner, "--overwrite", "--apply");
    // The text still exists as the mistake's earlier version.
    expect(tables.Config).toMatchObject({ different: 2, replaced: 2, textsCopied: 0 });
    expect(tables.ApiKeys).toMatchObject({ different: 2, replaced: 0 });
    expect(tables.Notifications).toMatchObject({ different: 1, replaced: 0 });
    expect(await at.accounts.get(owner, account.id)).toMatchObject({ label: "as it was" });
    expect((await at.templates.get(owner, template.id))?.body).toBe(template.body);
    expect((await at.keys.get(owner, key.id))?.revokedAt).toBeDefined();
    // The restore also removes the text that was written by mistake: every object that an item names exists, as after
    // any replacement.
    const texts = (await at.rows("Config")).flatMap(({ blobKey }) => blobKey?.S ?? []);
    for (const text of texts) await at.s3.send(new HeadObjectCommand({ Bucket: BUCKET, Key: text }));
    await at.command("--to", moment, "--clean");
  });

  it("brings a template back with its versions and texts, and with its alias unless another one has it by now", async () => {
    const owner = anOwner();
    const [kept, taken] = [anEmailTemplate({ owner, alias: "kept" }), anEmailTemplate({ owner, alias: "taken" })];
    for (const one of [kept, taken]) {
      await at.templates.create({ ...one, body: largeText() });
      await at.templates.replace({ ...one, body: largeText() });
    }
    const versionsOf = async (id: string) => (await at.templates.versions(owner, id, 50))?.templates;
    const before = await versionsOf(kept.id);
    expect(before?.map(({ version }) => version)).toEqual([2, 1]);
    const moment = (await at.tables.moment()).toISOString();
    for (const { id } of [kept, taken]) await at.templates.remove(owner, id);
    const later = anEmailTemplate({ owner, alias: "taken" });
    await at.templates.create(later);
    const { tables } = await at.command("--to", moment, "--owner", owner, "--apply");
    // The missing items are two templates, a version of each, and one alias.
    expect(tables.Config).toMatchObject({ missing: 5, copied: 5, textsCopied: 4 });
    expect(await versionsOf(kept.id)).toEqual(before);
    expect(await at.templates.findByAlias(owner, "kept")).toMatchObject({ id: kept.id });
    expect(await at.templates.findByAlias(owner, "taken")).toMatchObject({ id: later.id });
    expect((await at.templates.get(owner, taken.id))?.alias).toBeUndefined();
    expect((await versionsOf(taken.id))?.map(({ alias }) => alias)).toEqual([undefined, "taken"]);
    // A lost alias also comes back alone, as long as its template has it.
    const lost = (await at.rows("Config")).filter(({ sk }) => sk?.S === "TPLALIAS#kept");
    for (const row of lost) await at.remove(row, "Config");
    await at.command("--to", moment, "--owner", owner, "--apply");
    expect(await at.templates.findByAlias(owner, "kept")).toMatchObject({ id: kept.id });
    await at.command("--to", moment, "--clean");
  });

  it("brings a suppression back so that it holds again, unless another one stands for the same by now", async () => {
    const owner = anOwner();
    const made = (recipient: string, id: string) => ({
      ...({ owner, id, channel: "email", recipient, reason: "bounce", createdAt: "2026-11-22T10:00:00.000Z" } as const),
    });
    const [lost, replaced] = ["lost@x.example", "replaced@x.example"] as const;
    await at.suppressions.add(made(lost, "019a2b4c-0001-7c3e-9f21-5a6b7c8d9e07"));
    await at.suppressions.add(made(replaced, "019a2b4c-0002-7c3e-9f21-5a6b7c8d9e07"));
    const moment = (await at.tables.moment()).toISOString();
    for (const { id } of (await at.suppressions.list(owner, { limit: 10 })).suppressions)
      await at.suppressions.remove(owner, id);
    const later = made(replaced, "019a2b4c-0003-7c3e-9f21-5a6b7c8d9e07");
    await at.suppressions.add(later);
    const { tables } = await at.command("--to", moment, "--owner", owner, "--apply");
    expect(tables.Config).toMatchObject({ missing: 2, copied: 1, writtenMeanwhile: 1 });
    const { suppressions } = await at.suppressions.list(owner, { limit: 10 });
    expect(suppressions.map(({ recipient, id }) => [recipient, id])).toEqual([
      [replaced, later.id],
      [lost, "019a2b4c-0001-7c3e-9f21-5a6b7c8d9e07"],
    ]);
    expect(await at.suppressions.standing(owner, [lost, replaced])).toEqual(
      new Map([
        [lost, [expect.objectContaining({ id: "019a2b4c-0001-7c3e-9f21-5a6b7c8d9e07" })]],
        [replaced, [expect.objectContaining({ id: later.id })]],
      ]),
    );
    await at.command("--to", moment, "--clean");
  });

  it("leads from a feedback topic to the accounts as they come back, and no longer to what replaced them (D45g)", async () => {
    const owner = anOwner();
    const topic = (name: string) => `arn:aws:sns:eu-west-1:123456789012:${name}-${crypto.randomUUID()}`;
    const [then, now] = [topic("then"), topic("now")];
    const [removed, moved] = [0, 1].map(() => aSendingAccount({ owner, feedbackTopicArn: then }));
    if (removed === undefined || moved === undefined) throw new Error("there are two accounts");
    for (const account of [removed, moved]) await at.accounts.create(account, "keep");
    const moment = (await at.tables.moment()).toISOString();
    await at.accounts.remove(owner, removed.id);
    await at.accounts.replace({ ...moved, feedbackTopicArn: now }, "keep");
    const naming = async (arn: string) => (await at.accounts.namingTopic(arn, 9)).map(({ accountId }) => accountId);
    expect([await naming(then), await naming(now)]).toEqual([[], [moved.id]]);
    await at.command("--to", moment, "--owner", owner, "--table", "Config", "--apply", "--overwrite");
    expect((await naming(then)).sort()).toEqual([removed.id, moved.id].sort());
    expect(await naming(now)).toEqual([]);
    await at.command("--to", moment, "--clean");
  });

  it("sets a template back with its alias, and leaves none behind", async () => {
    const owner = anOwner();
    const template = anEmailTemplate({ owner, alias: "then", body: largeText() });
    const created = await at.templates.create(template);
    const moment = (await at.tables.moment()).toISOString();
    for (const alias of ["between", "now"]) await at.templates.replace({ ...template, alias, body: largeText() });
    const command = ["--to", moment, "--owner", owner, "--table", "Config", "--apply"];
    await at.command(...command, "--overwrite");
    expect(await at.templates.findByAlias(owner, "then")).toEqual(created);
    expect(await at.templates.findByAlias(owner, "now")).toBeUndefined();
    // Later writes are no longer versions of the template, and no later write shows them.
    expect((await at.templates.versions(owner, template.id, 50))?.templates).toEqual([created]);
    await at.templates.replace({ ...template, subject: "after" });
    const versions = (await at.templates.versions(owner, template.id, 50))?.templates;
    expect(versions?.map(({ version, subject }) => [version, subject])).toEqual([
      [2, "after"],
      [1, template.subject],
    ]);
    await at.command("--to", moment, "--clean");
  });

  it("lets waiting deliveries go on when it is asked to, with all that they need", async () => {
    const owner = anOwner();
    const one = aNotification({ owner });
    await at.notifications.add(one, anEmail());
    const before = ofOwner(await at.rows("Notifications"), owner);
    const moment = (await at.tables.moment()).toISOString();
    await removeAll("Notifications", ({ pk }) => pk?.S?.startsWith(owner) === true);
    const args = ["--to", moment, "--table", "Notifications", "--owner", owner];
    const { tables } = await at.command(...args, "--resume-deliveries", "--apply");
    expect(tables.Notifications).toMatchObject({ copied: 2, ended: 0 });
    expect(ofOwner(await at.rows("Notifications"), owner)).toEqual(before);
    expect((await at.notifications.claim(owner, one.id))?.status).toBe("processing");
    await at.command(...args.slice(0, 4), "--clean");
  });

  it("brings a text back that only the bucket has lost, and leaves an item away whose text is nowhere", async () => {
    const owner = anOwner();
    const [kept, gone] = [anEmailTemplate({ owner, body: largeText() }), anEmailTemplate({ owner, body: largeText() })];
    await at.templates.create(kept);
    await at.templates.create(gone);
    const moment = (await at.tables.moment()).toISOString();
    const keyOf = async (id: string) =>
      (await at.rows("Config")).find(({ sk }) => sk?.S === `TPL#${id}`)?.blobKey?.S ?? "";
    const [keptKey, goneKey] = [await keyOf(kept.id), await keyOf(gone.id)];
    await at.s3.send(new DeleteObjectCommand({ Bucket: BUCKET, Key: keptKey }));
    await at.templates.remove(owner, gone.id);
    await at.versions.eraseBelow(goneKey);
    const { tables } = await at.command("--to", moment, "--table", "Config", "--owner", owner, "--apply");
    expect(tables.Config).toMatchObject({ same: 1, missing: 1, copied: 0, textsLost: 1, textsCopied: 1, textsGone: 1 });
    expect((await at.templates.get(owner, kept.id))?.body).toBe(kept.body);
    expect(await at.templates.get(owner, gone.id)).toBeUndefined();
    await at.command("--to", moment, "--table", "Config", "--clean");
  });

  it("goes on where it was killed, from the tables that it had restored", async () => {
    const owner = anOwner();
    const rows = Array.from({ length: 300 }, (_, i) => ({ pk: { S: `O#${owner}` }, sk: { S: `VARNAMES#${i}` } }));
    for (const row of rows) await at.put("Config", row);
    const moment = (await at.tables.moment()).toISOString();
    await removeAll("Config", ({ pk }) => pk?.S === `O#${owner}`);
    const args = ["--to", moment, "--table", "Config", "--owner", owner, "--apply"];
    await at.killedAfter(40, "PutItem", ...args);
    const back = ofOwner(await at.rows("Config"), owner).length;
    expect(back).toBeGreaterThan(0);
    expect(back).toBeLessThan(300);
    const { tables, code } = await at.command(...args);
    expect([code, tables.Config?.copied]).toEqual([0, 300 - (tables.Config?.same ?? 0)]);
    expect(ofOwner(await at.rows("Config"), owner)).toHaveLength(300);
    await at.command("--to", moment, "--table", "Config", "--clean");
  });

  it("leaves out an owner who is erased while the tables are being restored", async () => {
    const owner = anOwner();
    await at.accounts.create(aSendingAccount({ owner }), "keep");
    const moment = (await at.tables.moment()).toISOString();
    at.tables.onAsked = async (operation) => {
      if (operation !== "RestoreTableToPointInTime") return;
      at.tables.onAsked = () => {};
      await at.eraser.erase(owner);
    };
    const { code, tables } = await at.command("--to", moment, "--table", "Config", "--owner", owner, "--apply");
    expect([code, tables.Config?.erased]).toEqual([0, 4]);
    expect(ofOwner(await at.rows("Config"), owner)).toEqual([]);
    await at.command("--to", moment, "--table", "Config", "--clean");
  });

  it("says in one line which moments there are, and what was typed wrongly", async () => {
    const early = await at.command("--to", "2020-01-01T00:00:00Z");
    expect([early.code, early.out]).toEqual([1, ""]);
    expect(early.err).toMatch(
      /^Config can be restored to a moment from .*Z to .*Z, and not to 2020-01-01T00:00:00.000Z\n$/,
    );
    for (const [args, problem] of [
      [[], "required option '--to <time>' not specified"],
      [["--to", "yesterday"], "It must be a moment"],
      [["--to", "2026-01-01T00:00:00Z", "--owner", "hrld_test:ann"], "It names the test mode of an owner."],
      [["--to", "2026-01-01T00:00:00Z", "--except-owner", "hrld_test:ann"], "It names the test mode of an owner."],
      [["--to", "2126-01-01T00:00:00Z"], "It lies in the future"],
      [["--to", "2026-01-01T00:00:00Z", "--table", "Ephemeral"], "It must be one of"],
      [["--to", "2026-01-01T00:00:00Z", "--even-erased"], "--even-erased goes with --owner"],
      [["--to", "2026-01-01T00:00:00Z", "--apply", "--clean"], "say --apply or --clean"],
    ] as const) {
      const { code, err } = await at.command(...args);
      expect([args, code]).toEqual([args, 2]);
      expect(err).toContain(problem);
    }
  });
});
