import { describe, expect, it } from "vitest";
import { MediaGoneError, MediaProviderError, MediaRefusedError } from "../../../shared/chat/ports/chat-media.ts";
import type { FoundObject } from "../../../shared/chat/ports/media-bucket.ts";
import type { RetrievalMessage } from "../../../shared/conversations/contract/media-messages.ts";
import type { ConversationMessage } from "../../../shared/conversations/domain/conversation.ts";
import { getMessageMedia } from "../../../shared/conversations/get-message-media.ts";
import { retrieveMedia } from "../../../shared/conversations/retrieve-media.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryMediaStore } from "../../support/in-memory-media-store.ts";
import { silentLog } from "../../support/silent-telemetry.ts";

const OWNER = anOwner("owner-1");
const CONVERSATION = "1b671a64-40d5-491e-99b0-da01ff1f3341";
const MESSAGE = "5b671a64-40d5-491e-99b0-da01ff1f3341";
const ACCOUNT = "3b671a64-40d5-491e-99b0-da01ff1f3341";
const DAY_MS = 86_400_000;

function aWorld(changes: Partial<ConversationMessage> = {}, known: { filename?: string; mimeType?: string } = {}) {
  const clock = fakeClock();
  const media = { mediaId: "77", state: "pending" as const, mimeType: "image/jpeg", ...known };
  const message: ConversationMessage = {
    id: MESSAGE,
    conversationId: CONVERSATION,
    direction: "inbound",
    messageType: "image",
    payload: {},
    occurredAtMs: clock.now(),
    media,
    ...changes,
  };
  const where = { conversationId: CONVERSATION, messageId: MESSAGE };
  const mediaStore = inMemoryMediaStore();
  if (message.media !== undefined) mediaStore.addInbound(where, message.media);
  const queue: { message: RetrievalMessage; delaySeconds: number }[] = [];
  const objects: FoundObject[] = [];
  const world = {
    clock,
    mediaStore,
    queue,
    objects,
    where,
    /** Each copy meets the next of these problems. After the last one, copies succeed. */
    problems: [] as Error[],
    copies: 0,
    isQueueDown: false,
  };
  const deps = {
    ...world,
    realClock: clock,
    log: silentLog,
    conversations: {
      get: async (owner: Owner, id: string) =>
        owner === OWNER && id === CONVERSATION
          ? { owner, id, chatAccountId: ACCOUNT, customerKey: "+1", latestInboundAtMs: 1, updatedAtMs: 1 }
          : undefined,
      message: async (_: string, id: string) => (id === MESSAGE ? message : undefined),
    },
    chatAccounts: {
      find: async () => ({ id: ACCOUNT, cloudRegion: "us-east-1", originationPhoneNumberId: "n" }) as never,
    },
    mediaQueue: {
      enqueue: async (sent: RetrievalMessage, delaySeconds = 0) => {
        if (world.isQueueDown) throw new Error("the queue is down");
        queue.push({ message: sent, delaySeconds });
      },
    },
    chatMedia: {
      retrieve: async (_: unknown, mediaId: string, { key }: { key: string }) => {
        world.copies += 1;
        const problem = world.problems.shift();
        if (problem) throw problem;
        objects.push({ key: `${key}${mediaId}.jpeg`, sizeBytes: 9, contentType: "image/jpeg" });
      },
    },
    bucket: {
      name: "bucket",
      open: () => {
        throw new Error("nothing is written here");
      },
      find: async (prefix: string) => objects.find(({ key }) => key.startsWith(prefix)),
      remove: async () => {},
    },
    links: {
      sign: async ({ objectKey }: { objectKey: string }, nowMs: number) => ({
        url: `https://media.example.com/${objectKey}`,
        expiresAtMs: nowMs + 1000,
      }),
    },
    keyPrefix: "inbound",
    backoffBaseSeconds: 30,
  };
  const ask = (owner = OWNER) => getMessageMedia(deps, { owner, ...where });
  const refusal = () => ask().then(String, (error) => `${error.code}: ${error.message}`);
  /** Makes the worker process the next message, after its delay. */
  const work = async () => {
    const next = queue.shift();
    if (next === undefined) throw new Error("the queue is empty");
    clock.advance(next.delaySeconds * 1000);
    await retrieveMedia(deps, next.message);
    return next.delaySeconds;
  };
  return Object.assign(world, { ask, refusal, work, deps });
}

const LATER = "media_not_ready: media is being retrieved";

describe("getMessageMedia()", () => {
  it("starts one copy for fifty questions at once, and links to it when it is there", async () => {
    const world = aWorld();
    const answers = await Promise.all(Array.from({ length: 50 }, () => world.refusal()));
    expect(new Set(answers)).toEqual(new Set([LATER]));
    expect(world.queue).toEqual([
      { delaySeconds: 0, message: { owner: OWNER, conversationId: CONVERSATION, messageId: MESSAGE, attempt: 1 } },
    ]);
    await world.work();
    expect(world.copies).toBe(1);
    expect(await world.ask()).toEqual({
      url: `https://media.example.com/inbound/${ACCOUNT}/${CONVERSATION}/${MESSAGE}/77.jpeg`,
      expiresAtMs: world.clock.now() + 1000,
      contentType: "image/jpeg",
      filename: "image.jpg",
    });
    expect(world.queue).toEqual([]);
  });

  it("asks again when an earlier request never reached a worker", async () => {
    const world = aWorld();
    world.isQueueDown = true;
    await expect(world.ask()).rejects.toThrow("the queue is down");
    world.isQueueDown = false;
    expect(await world.refusal()).toBe(LATER);
    expect(world.queue).toEqual([]);
    world.clock.advance(90_001);
    expect(await world.refusal()).toBe(LATER);
    expect(world.queue).toHaveLength(1);
  });

  it("gives up after workers that died four times", async () => {
    const world = aWorld();
    for (let attempt = 1; attempt <= 4; attempt++) {
      expect(await world.refusal()).toBe(LATER);
      await world.mediaStore.beginAttempt(world.where, attempt, world.clock.now());
      world.clock.advance(1);
    }
    expect(await world.refusal()).toBe("not_found: media unavailable");
    expect(await world.refusal()).toBe("not_found: media unavailable");
  });

  it("calls a week-old message's media expired, unless it was retrieved before", async () => {
    const late = aWorld();
    late.clock.advance(7 * DAY_MS);
    expect(await late.refusal()).toBe("not_found: media expired");
    expect(await late.mediaStore.findRetrieval(late.where)).toMatchObject({ state: "expired" });
    const kept = aWorld();
    await kept.refusal();
    await kept.work();
    kept.clock.advance(30 * DAY_MS);
    expect(await kept.ask()).toMatchObject({ contentType: "image/jpeg" });
  });

  it.each([
    ["a text", { messageType: "text", media: undefined }],
    [
      "our own message with a public link",
      { direction: "outbound" as const, media: undefined, payload: { link: "https://a.example/b.jpg" } },
    ],
    [
      "our own message with an upload that is not the owner's",
      { direction: "outbound" as const, media: undefined, payload: { id: ACCOUNT } },
    ],
  ])("finds nothing with %s", async (_, changes) => {
    expect(await aWorld(changes).refusal()).toBe("not_found: not found");
  });

  it("finds nothing for another owner, and an upload for its own", async () => {
    const world = aWorld({ direction: "outbound", media: undefined, payload: { id: ACCOUNT } });
    await world.mediaStore.addUpload({
      owner: OWNER,
      id: ACCOUNT,
      chatAccountId: ACCOUNT,
      conversationId: CONVERSATION,
      kind: "document",
      objectKey: "outbound/x",
      contentType: "application/pdf",
      filename: "a.pdf",
      sizeBytes: 1,
      providerMediaId: "1",
      usableUntilMs: 0,
      createdAtMs: 0,
    });
    expect(await world.ask()).toMatchObject({ url: "https://media.example.com/outbound/x", filename: "a.pdf" });
    await expect(world.ask(anOwner("owner-2"))).rejects.toThrow("not found");
  });
});

describe("retrieveMedia()", () => {
  it("tries three times more, after 2, 4 and 8 seconds, and then calls it failed", async () => {
    const world = aWorld();
    world.problems.push(...Array.from({ length: 9 }, () => new MediaProviderError("down")));
    await world.refusal();
    const delays = [await world.work(), await world.work(), await world.work(), await world.work()];
    expect(delays).toEqual([0, 2, 4, 8]);
    expect([world.copies, world.queue.length]).toEqual([4, 0]);
    expect(await world.refusal()).toBe("not_found: media unavailable");
  });

  it("stays the only one while its retries wait", async () => {
    const world = aWorld();
    world.problems.push(new MediaProviderError("down"));
    await world.refusal();
    await world.work();
    await Promise.all(Array.from({ length: 10 }, () => world.refusal()));
    expect(world.queue).toHaveLength(1);
    await world.work();
    expect(await world.ask()).toMatchObject({ filename: "image.jpg" });
  });

  it.each([
    [new MediaGoneError("gone"), "not_found: media expired"],
    [new MediaRefusedError("no"), "not_found: media unavailable"],
  ])("does not try again what is %s", async (problem, refusal) => {
    const world = aWorld();
    world.problems.push(problem);
    await world.refusal();
    await world.work();
    expect([world.copies, world.queue.length]).toEqual([1, 0]);
    expect(await world.refusal()).toBe(refusal);
  });

  it("does nothing for a copy of its message, nor for one without media", async () => {
    const world = aWorld();
    await world.refusal();
    const [sent] = world.queue;
    if (!sent) throw new Error("nothing was queued");
    await Promise.all([retrieveMedia(world.deps, sent.message), retrieveMedia(world.deps, sent.message)]);
    await retrieveMedia(world.deps, sent.message);
    expect(world.copies).toBe(1);
    const text = aWorld({ media: undefined });
    await retrieveMedia(text.deps, sent.message);
    expect(text.copies).toBe(0);
  });

  it("takes the object that an attempt left whose worker died", async () => {
    const world = aWorld();
    await world.refusal();
    world.objects.push({
      key: `inbound/${ACCOUNT}/${CONVERSATION}/${MESSAGE}/77.jpeg`,
      sizeBytes: 3,
      contentType: "image/jpeg",
    });
    await world.work();
    expect(world.copies).toBe(0);
    expect(await world.ask()).toMatchObject({ filename: "image.jpg" });
  });

  it("is too late when the week is over before its turn", async () => {
    const world = aWorld();
    await world.refusal();
    world.clock.advance(7 * DAY_MS);
    await world.work();
    expect([world.copies, await world.refusal()]).toEqual([0, "not_found: media expired"]);
  });

  it.each([
    ["../../x\u202efdp.exe", "application/pdf", "xfdp.exe"],
    [undefined, "audio/ogg; codecs=opus", "image.ogg"],
    ["", "application/x-odd+type", "image.bin"],
  ])("makes the name %j of %s harmless", async (filename, mimeType, expected) => {
    const world = aWorld({}, { mimeType, ...(filename !== undefined && { filename }) });
    await world.refusal();
    await world.work();
    expect((await world.ask()).filename).toBe(expected);
  });
});
