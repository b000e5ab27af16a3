import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoChatAccountStore } from "../../../shared/chat/dynamo/chat-account-store.ts";
import { addCannedReply, replaceCannedReply } from "../../../shared/conversations/canned-replies.ts";
import { DynamoCannedReplyStore } from "../../../shared/conversations/dynamo/canned-reply-store.ts";
import { DynamoEmailTemplateStore } from "../../../shared/email/dynamo/email-template-store.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import { WriteConflictError } from "../../../shared/kernel/write-conflict.ts";
import { DynamoWebhookStore } from "../../../shared/webhooks/dynamo/webhook-store.ts";
import { anEmailTemplate } from "../../support/an-email-template.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aSendingAccount, aWebhook } from "../../support/builders.ts";
import { aChatAccount } from "../../support/chat-builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryBlobStore } from "../../support/in-memory-blob-store.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

const AT_ONCE = 20;

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

/** Checks that each write is stored, or refused because another was quicker, and that most are stored. */
async function expectNoFailure(write: (n: number) => Promise<unknown>): Promise<void> {
  const written = await Promise.allSettled(Array.from({ length: AT_ONCE }, (_, n) => write(n)));
  const lost = written.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(lost.filter((error) => !(error instanceof WriteConflictError))).toEqual([]);
  expect(lost.length).toBeLessThan(AT_ONCE / 2);
}

describe("writes of one record at the same moment", () => {
  const templates = (blobs = inMemoryBlobStore()) =>
    new DynamoEmailTemplateStore(fixture.client, { table: "Config", blobs: async () => blobs });

  it("replace an email template, each as a version of its own", async () => {
    const store = templates();
    const template = anEmailTemplate();
    await store.create(template);
    await expectNoFailure((n) => store.replace({ ...template, subject: `Subject ${n}` }));
    const { version = 0 } = (await store.get(template.owner, template.id)) ?? {};
    expect(version).toBeGreaterThan(AT_ONCE / 2);
  });

  it("create email templates of one owner", async () => {
    const store = templates();
    const owner = anOwner();
    await expectNoFailure(() => store.create(anEmailTemplate({ owner })));
  });

  it("replace a webhook", async () => {
    const store = new DynamoWebhookStore(fixture.client, "Webhooks");
    const webhook = aWebhook();
    await store.create(webhook);
    await expectNoFailure((n) =>
      store.update(webhook.owner, webhook.id, (known) => ({ ...known, description: `${n}` })),
    );
  });

  it("replace sending accounts, one of which at the most stays the default (D15)", async () => {
    const store = new DynamoSendingAccountStore(fixture.client, "Config");
    const owner = anOwner();
    const accounts = [aSendingAccount({ owner }), aSendingAccount({ owner })];
    for (const account of accounts) await store.create(account, "take");
    const changes = ["take", "give-up", "keep"] as const;
    await expectNoFailure((n) => store.replace(accounts[n % 2] ?? aSendingAccount(), changes[n % 3] ?? "keep"));
    expect((await store.list(owner)).filter(({ isDefault }) => isDefault).length).toBeLessThanOrEqual(1);
  });

  it("rename a canned reply", async () => {
    const cannedReplies = new DynamoCannedReplyStore(fixture.client, "Chat");
    const deps = { cannedReplies, clock: fakeClock(), identifiers: { newId: () => crypto.randomUUID() } };
    const owner = anOwner();
    const { id } = await addCannedReply(deps, owner, { name: "hours", text: "9 to 17" });
    await expectNoFailure((n) => replaceCannedReply(deps, { owner, id }, { name: `hours ${n}`, text: "9 to 18" }));
    expect((await cannedReplies.list(owner)).map((one) => one.id)).toEqual([id]);
  });

  it("replace a chat account", async () => {
    const store = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog });
    const account = aChatAccount();
    await store.create(account);
    await expectNoFailure((n) => store.replace({ ...account, label: `Label ${n}` }));
  });
});
