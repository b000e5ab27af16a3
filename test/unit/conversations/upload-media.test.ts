import { describe, expect, it } from "vitest";
import { MediaProviderError, MediaRefusedError } from "../../../shared/chat/ports/chat-media.ts";
import { uploadMedia } from "../../../shared/conversations/upload-media.ts";
import { aConversationWorld } from "../../support/a-conversation-world.ts";
import { inMemoryMediaStore } from "../../support/in-memory-media-store.ts";
import { FILES } from "../../support/media-files.ts";
import { OWNER } from "../../support/some-edge-services.ts";

const DAY_MS = 86_400_000;
const NOBODY = "00000000-0000-4000-8000-000000000000";

/** Creates one conversation, and a bucket and a provider that record their calls. */
async function setUp({ register = async () => "77" }: { register?: () => Promise<string> } = {}) {
  const { deps: world, account, clock, inbound } = aConversationWorld();
  const conversationId = await inbound();
  const done: unknown[] = [];
  const writer = (key: string) => ({
    write: async (chunk: Uint8Array) => void done.push(["write", key, chunk.length]),
    finish: async (contentType: string) => void done.push(["finish", key, contentType]),
    discard: async () => void done.push(["discard", key]),
  });
  const deps = {
    ...world,
    mediaStore: inMemoryMediaStore(),
    bucket: {
      name: "bucket",
      open: ({ key }: { key: string }) => writer(key),
      find: async () => undefined,
      remove: async () => {},
    },
    chatMedia: {
      register: async ({ originationPhoneNumberId }: { originationPhoneNumberId: string }, place: object) => {
        done.push(["register", originationPhoneNumberId, place]);
        return register();
      },
      unregister: async (_: unknown, id: string) => void done.push(["unregister", id]),
      retrieve: () => Promise.reject(new Error("not asked for")),
      registerForReview: () => Promise.reject(new Error("not asked for")),
    },
  };
  const formOf = (fields: Record<string, string>) => ({
    read: async (accept: (file: { filename: string; chunks: AsyncIterable<Uint8Array> }) => Promise<void>) => {
      async function* chunks() {
        yield FILES.jpeg;
      }
      await accept({ filename: "photo.jpg", chunks: chunks() });
      return new Map(Object.entries(fields));
    },
  });
  const upload = (changes: Partial<typeof deps> = {}, id = conversationId, fields = { media_type: "image" }) =>
    uploadMedia({ ...deps, ...changes }, { owner: OWNER, conversationId: id, form: formOf(fields) });
  return { deps, account, clock, conversationId, done, upload };
}

describe("uploadMedia()", () => {
  it("puts the file into the bucket, then to the provider, then on record", async () => {
    const { deps, account, clock, conversationId, done, upload } = await setUp();
    const media = await upload();
    const key = `outbound/${account.id}/${conversationId}/${media.id}`;
    expect(media).toEqual({
      owner: OWNER,
      id: media.id,
      conversationId,
      kind: "image",
      objectKey: key,
      filename: "photo.jpg",
      contentType: "image/jpeg",
      sizeBytes: FILES.jpeg.length,
      chatAccountId: account.id,
      createdAtMs: clock.now(),
      usableUntilMs: clock.now() + 29 * DAY_MS,
      providerMediaId: "77",
    });
    expect(deps.mediaStore.uploads).toEqual([media]);
    expect(done).toEqual([
      ["write", key, FILES.jpeg.length],
      ["finish", key, "image/jpeg"],
      ["register", account.originationPhoneNumberId, { bucket: "bucket", key }],
    ]);
  });

  it("refuses an unknown conversation after a bad form, and writes nothing for it", async () => {
    const { deps, done, upload } = await setUp();
    await expect(upload({}, NOBODY, { media_type: "ship" })).rejects.toMatchObject({ code: "invalid_request" });
    await expect(upload({}, NOBODY)).rejects.toMatchObject({ code: "not_found" });
    expect([done, deps.mediaStore.uploads]).toEqual([[], []]);
  });

  it("refuses a conversation whose chat account is gone, by name", async () => {
    const { done, upload } = await setUp();
    const chatAccounts = { findFor: async () => undefined };
    await expect(upload({ chatAccounts: chatAccounts as never })).rejects.toMatchObject({
      code: "invalid_request",
      message: "the conversation's chat account is not available any more",
    });
    expect(done).toEqual([]);
  });

  it.each([
    [new MediaRefusedError("too dark"), "invalid_request", "the provider refused the file: too dark"],
    [new MediaProviderError("HTTP 503"), "provider_unavailable", "the chat provider is unavailable"],
  ])("leaves neither object nor record where the provider answers %s", async (problem, code, message) => {
    const { deps, done, upload } = await setUp({ register: () => Promise.reject(problem) });
    await expect(upload()).rejects.toMatchObject({ code, message });
    expect(done.at(-1)).toEqual(["discard", expect.stringMatching(/^outbound\//)]);
    expect(deps.mediaStore.uploads).toEqual([]);
  });

  it("takes the file back from the provider where it cannot be recorded, and logs where that fails", async () => {
    const { deps, done, upload } = await setUp();
    const mediaStore = { ...deps.mediaStore, addUpload: () => Promise.reject(new Error("throttled")) };
    await expect(upload({ mediaStore })).rejects.toThrow("throttled");
    expect(done.slice(-2)).toEqual([
      ["unregister", "77"],
      ["discard", expect.stringMatching(/^outbound\//)],
    ]);
    const chatMedia = { ...deps.chatMedia, unregister: () => Promise.reject(new Error("provider down")) };
    await expect(upload({ mediaStore, chatMedia })).rejects.toThrow("throttled");
    expect(deps.log.lines.map((line) => JSON.parse(line))).toEqual([
      { level: "ERROR", event: "media.not_unregistered", error: "Error: provider down" },
    ]);
  });
});
