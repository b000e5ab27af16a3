import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MediaUpload } from "../../../shared/chat/domain/media-upload.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import { DynamoMediaStore } from "../../../shared/conversations/dynamo/media-store.ts";
import type { MediaStore, MessageKey } from "../../../shared/conversations/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { inMemoryMediaStore } from "../../support/in-memory-media-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

interface World {
  readonly store: MediaStore;
  /** Adds a message from a customer, with or without media. */
  inbound(message: MessageKey, withMedia: boolean): Promise<void>;
}

const anUpload = (changes: Partial<MediaUpload> = {}): MediaUpload => ({
  owner: anOwner("owner-1"),
  id: randomUUID(),
  chatAccountId: randomUUID(),
  conversationId: randomUUID(),
  kind: "image",
  objectKey: "outbound/a/c/m",
  contentType: "image/jpeg",
  filename: "photo.jpg",
  sizeBytes: 12,
  providerMediaId: "123",
  usableUntilMs: 2000,
  createdAtMs: 1000,
  ...changes,
});
const STORED = { objectKey: "inbound/a/c/m/1.jpeg", contentType: "image/jpeg", filename: "image.jpg", sizeBytes: 5 };
const NOW = 1_000_000;

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const worlds: Record<string, () => World> = {
  DynamoDB: () => {
    const conversations = new DynamoConversationStore(fixture.client, "Chat");
    return {
      store: new DynamoMediaStore(fixture.client, "Chat"),
      inbound: async ({ conversationId, messageId }, withMedia) => {
        await conversations.addInbound({
          conversation: {
            owner: anOwner("owner-1"),
            id: conversationId,
            chatAccountId: "a",
            customerKey: "+1",
            updatedAtMs: NOW,
          },
          message: {
            id: messageId,
            conversationId,
            direction: "inbound",
            messageType: withMedia ? "image" : "text",
            payload: {},
            occurredAtMs: NOW,
            providerMessageId: `wamid.${messageId}`,
            ...(withMedia && { media: { mediaId: "1", state: "pending" as const } }),
          },
          opensWindow: true,
        });
      },
    };
  },
  memory: () => {
    const store = inMemoryMediaStore();
    return {
      store,
      inbound: async (message, withMedia) => {
        if (withMedia) store.addInbound(message, { mediaId: "1", state: "pending" });
      },
    };
  },
};

describe.each(Object.entries(worlds))("MediaStore (%s)", (_, make) => {
  const withMessage = async (withMedia = true) => {
    const { store, inbound } = make();
    const message = { conversationId: randomUUID(), messageId: randomUUID() };
    await inbound(message, withMedia);
    return { store, message };
  };
  const lease = (nowMs = NOW) => ({ nowMs, leaseUntilMs: nowMs + 100 });

  it("finds an upload for its owner only", async () => {
    const { store } = make();
    const upload = anUpload();
    await store.addUpload(upload);
    expect(await store.findUpload(anOwner("owner-1"), upload.id)).toEqual(upload);
    expect(await store.findUpload(anOwner("owner-2"), upload.id)).toBeUndefined();
    expect(await store.findUpload(anOwner("owner-1"), randomUUID())).toBeUndefined();
  });

  it("knows no retrieval of a message without media, of none, or of another conversation", async () => {
    const { store, message } = await withMessage(false);
    expect(await store.findRetrieval(message)).toBeUndefined();
    expect(await store.requestRetrieval(message, lease())).toBeUndefined();
    expect(await store.findRetrieval({ ...message, messageId: randomUUID() })).toBeUndefined();
    const other = await withMessage();
    const foreign = { ...other.message, conversationId: randomUUID() };
    expect(await other.store.findRetrieval(foreign)).toBeUndefined();
    expect(await other.store.requestRetrieval(foreign, lease())).toBeUndefined();
    await other.store.expire(foreign);
    expect(await other.store.findRetrieval(other.message)).toEqual({ state: "pending", attempts: 0 });
  });

  it("lets one of many ask, and another when the lease is over", async () => {
    const { store, message } = await withMessage();
    const answers = await Promise.all(Array.from({ length: 20 }, () => store.requestRetrieval(message, lease())));
    expect(answers.filter((one) => one !== undefined)).toEqual([1]);
    expect(await store.findRetrieval(message)).toEqual({ state: "retrieving", attempts: 0 });
    expect(await store.requestRetrieval(message, lease(NOW + 100))).toBeUndefined();
    expect(await store.requestRetrieval(message, lease(NOW + 101))).toBe(1);
  });

  it("lets one worker begin an attempt, and counts it", async () => {
    const { store, message } = await withMessage();
    expect(await store.beginAttempt(message, 1, NOW + 100)).toBe(false);
    await store.requestRetrieval(message, lease());
    const begun = await Promise.all([1, 2, 3].map(() => store.beginAttempt(message, 1, NOW + 500)));
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await store.findRetrieval(message)).toEqual({ state: "retrieving", attempts: 1 });
    expect(await store.requestRetrieval(message, lease(NOW + 500))).toBeUndefined();
    expect(await store.requestRetrieval(message, lease(NOW + 501))).toBe(2);
  });

  it("keeps what was retrieved, whatever comes after", async () => {
    const { store, message } = await withMessage();
    await store.requestRetrieval(message, lease());
    await store.beginAttempt(message, 1, NOW + 100);
    expect(await store.finishAttempt(message, 1, { to: "available", stored: STORED })).toBe(true);
    expect(await store.findRetrieval(message)).toEqual({ state: "available", attempts: 1, stored: STORED });
    expect(await store.finishAttempt(message, 1, { to: "failed" })).toBe(false);
    expect(await store.beginAttempt(message, 2, NOW + 1000)).toBe(false);
    expect(await store.requestRetrieval(message, lease(NOW + 9999))).toBeUndefined();
    await store.expire(message);
    expect(await store.findRetrieval(message)).toMatchObject({ state: "available" });
  });

  it("refuses the end of an attempt that is not the latest", async () => {
    const { store, message } = await withMessage();
    await store.requestRetrieval(message, lease());
    await store.beginAttempt(message, 1, NOW + 100);
    expect(await store.finishAttempt(message, 1, { to: "retrieving", leaseUntilMs: NOW + 300 })).toBe(true);
    expect(await store.requestRetrieval(message, lease(NOW + 300))).toBeUndefined();
    expect(await store.beginAttempt(message, 2, NOW + 900)).toBe(true);
    expect(await store.finishAttempt(message, 1, { to: "available", stored: STORED })).toBe(false);
    expect(await store.finishAttempt(message, 2, { to: "failed" })).toBe(true);
    expect(await store.findRetrieval(message)).toEqual({ state: "failed", attempts: 2 });
  });

  it("expires what was not retrieved", async () => {
    const { store, message } = await withMessage();
    await store.expire(message);
    expect(await store.findRetrieval(message)).toEqual({ state: "expired", attempts: 0 });
    expect(await store.requestRetrieval(message, lease())).toBeUndefined();
  });
});
