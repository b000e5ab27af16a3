import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DynamoChatAccountStore } from "../../../shared/chat/dynamo/chat-account-store.ts";
import {
  addCannedReply,
  findCannedReply,
  removeCannedReply,
  replaceCannedReply,
} from "../../../shared/conversations/canned-replies.ts";
import { DynamoCannedReplyStore } from "../../../shared/conversations/dynamo/canned-reply-store.ts";
import { DynamoEmailTemplateStore } from "../../../shared/email/dynamo/email-template-store.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import {
  type Expected,
  OtherRevisionError,
  refuseOtherRevision,
  shownRevision,
} from "../../../shared/kernel/revision.ts";
import type { Webhook } from "../../../shared/webhooks/domain/webhook.ts";
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

/** Defines the operations on one stored record, which every kind of record has. */
interface StoredRecord {
  readonly revision: () => Promise<string>;
  /** Writes the record and returns its new revision. */
  readonly write: (n: number, expected: Expected) => Promise<string>;
  readonly remove: (expected: Expected) => Promise<unknown>;
}

async function sendingAccount(): Promise<StoredRecord> {
  const store = new DynamoSendingAccountStore(fixture.client, "Config");
  const { owner, id, ...account } = await required(store.create(aSendingAccount(), "keep"));
  return {
    revision: async () => shownRevision(await required(store.get(owner, id))),
    write: async (n, expected) =>
      shownRevision(
        await required(store.replace({ ...account, owner, id, label: `${n}` }, n % 2 ? "keep" : "take", { expected })),
      ),
    remove: (expected) => store.remove(owner, id, expected),
  };
}

async function emailTemplate(): Promise<StoredRecord> {
  const blobs = inMemoryBlobStore();
  const store = new DynamoEmailTemplateStore(fixture.client, { table: "Config", blobs: async () => blobs });
  const { owner, id, ...template } = await required(store.create(anEmailTemplate()));
  return {
    revision: async () => (await required(store.get(owner, id))).revision,
    write: async (n, expected) =>
      (await required(store.replace({ ...template, owner, id, subject: `${n}` }, expected))).revision,
    remove: (expected) => store.remove(owner, id, expected),
  };
}

async function webhook(): Promise<StoredRecord> {
  const store = new DynamoWebhookStore(fixture.client, "Webhooks");
  const { owner, id } = await required(store.create(aWebhook()));
  const change = (n: number, expected: Expected) => (known: Webhook) => {
    refuseOtherRevision(expected, known.revision);
    return { ...known, description: `${n}` };
  };
  return {
    revision: async () => (await required(store.get(owner, id))).revision,
    write: async (n, expected) => (await required(store.update(owner, id, change(n, expected)))).revision,
    remove: (expected) => store.remove(owner, id, expected),
  };
}

async function cannedReply(): Promise<StoredRecord> {
  const cannedReplies = new DynamoCannedReplyStore(fixture.client, "Chat");
  const deps = { cannedReplies, clock: fakeClock(), identifiers: { newId: () => crypto.randomUUID() } };
  const { owner, id } = await addCannedReply(deps, anOwner(), { name: "hours", text: "9 to 17" });
  return {
    revision: async () => (await findCannedReply(deps, { owner, id })).revision,
    write: async (n, expected) =>
      (await replaceCannedReply(deps, { owner, id, expected }, { name: `hours ${n}`, text: "9 to 18" })).revision,
    remove: (expected) => removeCannedReply(deps, { owner, id, expected }),
  };
}

async function chatAccount(): Promise<StoredRecord> {
  const store = new DynamoChatAccountStore(fixture.client, "Config", { log: silentLog });
  const account = aChatAccount();
  const { id } = await store.create(account);
  return {
    revision: async () => (await required(store.get(id))).revision,
    write: async (n, expected) =>
      (await required(store.replace({ ...account, label: `Label ${n}` }, expected))).revision,
    remove: (expected) => store.remove(id, expected),
  };
}

const KINDS = {
  "a sending account": sendingAccount,
  "an email template": emailTemplate,
  "a webhook": webhook,
  "a canned reply": cannedReply,
  "a chat account": chatAccount,
};

async function required<T extends object>(asked: Promise<T | string | undefined>): Promise<T> {
  const found = await asked;
  if (found === undefined || typeof found === "string") throw new Error(`nothing was answered: ${found}`);
  return found;
}

const outcomesOf = async (writes: readonly Promise<string>[]) => {
  const settled = await Promise.allSettled(writes);
  return {
    written: settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : [])),
    refused: settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])),
  };
};

describe.each(Object.entries(KINDS))("the expected revision of %s", (_kind, make) => {
  it("lets one of twenty write that have seen the same, and tells the others the revision that it has now", async () => {
    const record = await make();
    const seen = [await record.revision()];
    const { written, refused } = await outcomesOf(Array.from({ length: AT_ONCE }, (_, n) => record.write(n, seen)));
    const now = await record.revision();
    expect(written).toEqual([now]);
    expect(refused).toHaveLength(AT_ONCE - 1);
    for (const error of refused) {
      expect(error).toBeInstanceOf(OtherRevisionError);
      expect(error).toMatchObject({ present: now });
    }
  });

  it("is another one after each write, and lets nobody remove what has changed", async () => {
    const record = await make();
    const first = await record.revision();
    const second = await record.write(1, "any");
    const third = await record.write(1, [first, second]);
    expect(new Set([first, second, third]).size).toBe(3);
    await expect(record.remove([first, second])).rejects.toMatchObject({ present: third });
    expect(await record.revision()).toBe(third);
    await record.remove([third]);
    await expect(record.revision()).rejects.toThrow();
  });
});
