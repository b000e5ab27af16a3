import type { StoredMedia } from "../chat/domain/media-upload.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { aheadMs } from "../kernel/owners-time.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import type { ConversationMessage } from "./domain/conversation.ts";
import { isGoneAtProvider, isOneTooMany } from "./domain/inbound-media.ts";
import type { ConversationStore, MediaLink, MediaLinks, MediaQueue, MediaStore, MessageKey } from "./ports.ts";

/** A copy may take this long, including the wait in the queue, before another request starts a second copy. */
const REQUEST_LEASE_MS = 90_000;

export interface GetMessageMediaDeps {
  readonly conversations: Pick<ConversationStore, "get" | "message">;
  readonly mediaStore: Pick<
    MediaStore,
    "findUpload" | "findRetrieval" | "requestRetrieval" | "finishAttempt" | "expire"
  >;
  readonly mediaQueue: MediaQueue;
  readonly links: MediaLinks;
  readonly clock: Clock;
  /** Links are credentials, and leases are of workers, so both are of real time (D48e). */
  readonly realClock: Clock;
}

export type SignedMedia = MediaLink & Pick<StoredMedia, "contentType" | "filename">;

export interface MediaQuestion extends MessageKey {
  readonly owner: Owner;
}

const unavailable = (): Refusal => new Refusal("not_found", "media unavailable");
const expired = (): Refusal => new Refusal("not_found", "media expired");
const notReady = (): Refusal => new Refusal("media_not_ready", "media is being retrieved");

/** Returns a link to a message's media, and when it ends by the owner's time. The first request for a customer's media starts the copy; until it is done, the answer is "later" (D36). */
export async function getMessageMedia(deps: GetMessageMediaDeps, asked: MediaQuestion): Promise<SignedMedia> {
  const { conversations, links, realClock } = deps;
  const conversation = await conversations.get(asked.owner, asked.conversationId);
  const message = conversation && (await conversations.message(asked.conversationId, asked.messageId));
  if (message === undefined) throw notFound();
  const stored =
    message.direction === "outbound"
      ? await uploaded(deps, asked.owner, message)
      : await retrieved(deps, asked, message);
  const { contentType, filename } = stored;
  const { url, expiresAtMs } = await links.sign(stored, realClock.now());
  return { url, expiresAtMs: expiresAtMs + aheadMs(), contentType, filename };
}

async function uploaded(
  { mediaStore }: GetMessageMediaDeps,
  owner: Owner,
  { payload }: ConversationMessage,
): Promise<StoredMedia> {
  const { id } = payload;
  const upload = typeof id === "string" ? await mediaStore.findUpload(owner, id) : undefined;
  if (upload === undefined) throw notFound();
  return upload;
}

async function retrieved(
  deps: GetMessageMediaDeps,
  asked: MediaQuestion,
  { occurredAtMs }: ConversationMessage,
): Promise<StoredMedia> {
  const retrieval = await deps.mediaStore.findRetrieval(asked);
  if (retrieval === undefined) throw notFound();
  const { state, stored } = retrieval;
  if (state === "available" && stored !== undefined) return stored;
  if (state === "failed") throw unavailable();
  if (state === "expired") throw expired();
  if (isGoneAtProvider(occurredAtMs, deps.clock.now())) {
    await deps.mediaStore.expire(asked);
    throw expired();
  }
  await request(deps, asked);
  throw notReady();
}

/**
 * Of several requests at the same time, only one enqueues a message. If this request dies before it enqueues the message, a later request takes
 * over its lease.
 */
async function request(
  { mediaStore, mediaQueue, realClock }: GetMessageMediaDeps,
  asked: MediaQuestion,
): Promise<void> {
  const nowMs = realClock.now();
  const attempt = await mediaStore.requestRetrieval(asked, { nowMs, leaseUntilMs: nowMs + REQUEST_LEASE_MS });
  if (attempt === undefined) return;
  const { owner, conversationId, messageId } = asked;
  if (isOneTooMany(attempt)) {
    await mediaStore.finishAttempt(asked, attempt - 1, { to: "failed" });
    throw unavailable();
  }
  await mediaQueue.enqueue({ owner, conversationId, messageId, attempt });
}
