import { describe, expect, it } from "vitest";
import { AccountsWithSandbox } from "../../../shared/chat/sandbox/sandbox-accounts.ts";
import type { CustomerFile } from "../../../shared/conversations/keep-customer-file.ts";
import { keepCustomerFile } from "../../../shared/conversations/keep-customer-file.ts";
import { writeAsCustomer } from "../../../shared/conversations/write-as-customer.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import type { CustomerMessage } from "../../../shared/sandbox/domain/customer-message.ts";
import type { WrittenText } from "../../../shared/suppressions/heed-keyword.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryChatAccountStore } from "../../support/in-memory-chat-account-store.ts";
import { inMemoryConversationStore } from "../../support/in-memory-conversation-store.ts";
import { inMemoryMediaStore } from "../../support/in-memory-media-store.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";

const PHONE = "+15551230001";
const OWNER = testOwnerOf(anOwner());
const aText = (changes: Partial<CustomerMessage> = {}): CustomerMessage => ({
  type: "text",
  message: { type: "text", text: { body: "Hi" } },
  isWithoutPhone: false,
  file: { base64: "" },
  ...changes,
});
const IMAGE = { type: "image", message: { type: "image", image: { caption: "look" } }, file: { base64: "aGk=" } };

function aWorld(keeps = true) {
  const identifiers = sequentialIdentifiers();
  const clock = fakeClock();
  const conversations = inMemoryConversationStore();
  const [heeded, kept]: [WrittenText[], CustomerFile[]] = [[], []];
  const deps = {
    identifiers,
    clock,
    conversations,
    chatAccounts: new AccountsWithSandbox(inMemoryChatAccountStore(), identifiers),
    heedKeyword: async (text: WrittenText) => void heeded.push(text),
    fileOf: (base64: string) => ({ bytes: Buffer.from(base64, "base64"), sha256: `hash of ${base64}` }),
    keepFile: keeps ? async (file: CustomerFile) => void kept.push(file) : undefined,
  };
  const write = (written = aText(), phone = PHONE, owner = OWNER) => writeAsCustomer(deps, owner, { phone, written });
  return { ...deps, heeded, kept, write };
}

describe("a sandbox customer who writes (D48d)", () => {
  it("is in the history at once, under the ids that are answered, and opens the window", async () => {
    const { write, conversations, clock, heeded } = aWorld();
    const { conversationId, messageId } = await write(aText({ profileName: "Ana" }));
    expect(await conversations.get(OWNER, conversationId)).toMatchObject({
      customerPhone: PHONE,
      profileName: "Ana",
      latestInboundAtMs: clock.now(),
    });
    expect(await conversations.message(conversationId, messageId)).toMatchObject({
      direction: "inbound",
      payload: { body: "Hi" },
      occurredAtMs: clock.now(),
    });
    expect(heeded).toMatchObject([{ owner: OWNER, phone: PHONE, text: "Hi", writtenAtMs: clock.now() }]);
  });

  it("writes a new message each time, in one conversation", async () => {
    const { write, conversations, clock } = aWorld();
    const first = await write();
    clock.advance(1);
    const second = await write(aText({ isWithoutPhone: true }));
    expect(second.conversationId).toBe(first.conversationId);
    const { messages } = await conversations.messages(first.conversationId, 10);
    expect(messages.map(({ id }) => id)).toEqual([second.messageId, first.messageId]);
  });

  it("writes at the time that the message names, and is another customer to another owner", async () => {
    const { write, conversations } = aWorld();
    const sentAtMs = Date.parse("2026-11-01T12:00:00Z");
    const { conversationId, messageId } = await write(aText({ sentAtMs }));
    expect((await conversations.message(conversationId, messageId))?.occurredAtMs).toBe(sentAtMs);
    const other = await write(aText(), PHONE, testOwnerOf(anOwner()));
    expect(other.conversationId).not.toBe(conversationId);
  });

  it("hands over the file that the message has", async () => {
    const { write, kept } = aWorld();
    const { conversationId, messageId } = await write(aText(IMAGE));
    expect(kept).toEqual([
      {
        chatAccountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        message: expect.objectContaining({
          id: messageId,
          conversationId,
          messageType: "image",
          media: expect.objectContaining({ mediaId: expect.stringMatching(/^sandbox-/), mimeType: "image/jpeg" }),
        }),
        bytes: Buffer.from("hi"),
      },
    ]);
    await write(aText({ ...IMAGE, file: { base64: "" } }));
    expect(kept).toHaveLength(1);
  });

  it("loses the file where the deployment keeps no media", async () => {
    const { write, conversations } = aWorld(false);
    const { conversationId, messageId } = await write(aText(IMAGE));
    expect(await conversations.message(conversationId, messageId)).toMatchObject({ media: { state: "pending" } });
  });
});

describe("the file of a sandbox customer (D48d)", () => {
  const place = { conversationId: crypto.randomUUID(), messageId: crypto.randomUUID() };
  const media = { mediaId: "sandbox-1", mimeType: "image/png; a=b", filename: "../a.png", state: "pending" as const };
  const message = { id: place.messageId, conversationId: place.conversationId, messageType: "document", media };

  function aBucket() {
    const mediaStore = inMemoryMediaStore();
    mediaStore.addInbound(place, media);
    const objects = new Map<string, { bytes: Uint8Array[]; type?: string }>();
    const bucket = {
      open: ({ key }: { readonly key: string }) => {
        const object: { bytes: Uint8Array[]; type?: string } = { bytes: [] };
        objects.set(key, object);
        return {
          write: async (chunk: Uint8Array) => void object.bytes.push(chunk),
          finish: async (type: string) => {
            object.type = type;
          },
          discard: async () => {},
        };
      },
    };
    const keep = (bytes: Uint8Array) =>
      keepCustomerFile(
        { mediaStore, bucket, keyPrefix: "inbound", realClock: fakeClock() },
        { chatAccountId: "a", message, bytes },
      );
    return { mediaStore, objects, keep };
  }

  it("stands where copied files stand, and is available at once", async () => {
    const { mediaStore, objects, keep } = aBucket();
    await keep(Buffer.from("hi"));
    const key = `inbound/a/${place.conversationId}/${place.messageId}/sandbox-1.file`;
    expect([...objects]).toEqual([[key, { bytes: [Buffer.from("hi")], type: "image/png" }]]);
    expect(await mediaStore.findRetrieval(place)).toMatchObject({
      state: "available",
      stored: { objectKey: key, contentType: "image/png", sizeBytes: 2 },
    });
  });

  it("is not kept twice", async () => {
    const { objects, keep } = aBucket();
    await keep(Buffer.from("hi"));
    objects.clear();
    await keep(Buffer.from("ho"));
    expect(objects.size).toBe(0);
  });
});
