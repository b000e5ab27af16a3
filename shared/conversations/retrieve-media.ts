import { safeFilename } from "../chat/domain/filename.ts";
import type { StoredMedia } from "../chat/domain/media-upload.ts";
import type { ChatAccountStore } from "../chat/ports/chat-account-store.ts";
import { type ChatMedia, MediaGoneError, MediaRefusedError } from "../chat/ports/chat-media.ts";
import type { FoundObject, MediaBucket } from "../chat/ports/media-bucket.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { bareMimeType } from "../kernel/uploads/uploaded-file.ts";
import type { RetrievalMessage } from "./contract/media-messages.ts";
import type { ConversationMessage } from "./domain/conversation.ts";
import { afterFailedRetrieval, isGoneAtProvider, nameOfUnnamed } from "./domain/inbound-media.ts";
import type { ConversationStore, MediaQueue, MediaStore, RetrievalOutcome } from "./ports.ts";

/** The lease is longer than the worker may run. */
export const ATTEMPT_LEASE_MS = 90_000;
/** The lease of a planned retry ends this long after the delay, because the queue may deliver its message late. */
const QUEUE_SLACK_MS = 60_000;

export interface RetrieveMediaDeps {
  readonly conversations: Pick<ConversationStore, "get" | "message">;
  readonly chatAccounts: Pick<ChatAccountStore, "find">;
  readonly mediaStore: MediaStore;
  readonly chatMedia: Pick<ChatMedia, "retrieve">;
  readonly bucket: MediaBucket;
  readonly mediaQueue: MediaQueue;
  readonly clock: Clock;
  readonly log: Log;
  readonly keyPrefix: string;
  readonly backoffBaseSeconds: number;
}

type Media = NonNullable<ConversationMessage["media"]>;

/** Makes one attempt to copy a customer's media into the bucket. A repeated queue message finds that the attempt has begun, and does nothing. */
export async function retrieveMedia(deps: RetrieveMediaDeps, work: RetrievalMessage): Promise<void> {
  const { mediaStore, conversations, clock, log } = deps;
  const message = await conversations.message(work.conversationId, work.messageId);
  if (message?.media === undefined) return;
  if (!(await mediaStore.beginAttempt(work, work.attempt, clock.now() + ATTEMPT_LEASE_MS))) return;
  const outcome = await attempt(deps, work, { message, media: message.media });
  const { to } = outcome;
  log.info("media.retrieval_attempted", { owner: work.owner, messageId: work.messageId, attempt: work.attempt, to });
  const delaySeconds = outcome.to === "retrieving" ? outcome.delaySeconds : 0;
  const isOurs = await mediaStore.finishAttempt(work, work.attempt, outcome);
  // If enqueueing fails, the next request for the media takes over the lease when it has ended.
  if (isOurs && to === "retrieving")
    await deps.mediaQueue.enqueue({ ...work, attempt: work.attempt + 1 }, delaySeconds);
}

type Outcome = Exclude<RetrievalOutcome, { to: "retrieving" }> | Retry;
interface Retry {
  readonly to: "retrieving";
  readonly leaseUntilMs: number;
  readonly delaySeconds: number;
}

async function attempt(
  deps: RetrieveMediaDeps,
  work: RetrievalMessage,
  about: { readonly message: ConversationMessage; readonly media: Media },
): Promise<Outcome> {
  if (isGoneAtProvider(about.message.occurredAtMs, deps.clock.now())) return { to: "expired" };
  try {
    return { to: "available", stored: await copied(deps, work, about) };
  } catch (error) {
    if (error instanceof MediaGoneError) return { to: "expired" };
    if (error instanceof MediaRefusedError) return { to: "failed" };
    deps.log.error("media.retrieval_failed", error, { messageId: work.messageId, attempt: work.attempt });
    const step = afterFailedRetrieval(work.attempt, deps.backoffBaseSeconds);
    if (step.to === "failed") return step;
    const delaySeconds = Math.ceil(step.retryInSeconds);
    return { to: "retrieving", delaySeconds, leaseUntilMs: deps.clock.now() + delaySeconds * 1000 + QUEUE_SLACK_MS };
  }
}

/** Has the provider write the file. The provider adds the extension to the key, so the object is searched. An earlier attempt's object will do. */
async function copied(
  deps: RetrieveMediaDeps,
  { owner, conversationId, messageId }: RetrievalMessage,
  { message, media }: { readonly message: ConversationMessage; readonly media: Media },
): Promise<StoredMedia> {
  const { conversations, chatAccounts, chatMedia, bucket, keyPrefix } = deps;
  const conversation = await conversations.get(owner, conversationId);
  const account = conversation && (await chatAccounts.find(conversation.chatAccountId));
  if (account === undefined) throw new MediaRefusedError("the chat account is gone");
  const key = `${keyPrefix}/${account.id}/${conversationId}/${messageId}/`;
  const earlier = await bucket.find(`${key}${media.mediaId}.`);
  if (earlier !== undefined) return storedMedia(earlier, message, media);
  await chatMedia.retrieve(account, media.mediaId, { bucket: bucket.name, key });
  const written = await bucket.find(`${key}${media.mediaId}.`);
  if (written === undefined) throw new Error("the provider wrote no object");
  return storedMedia(written, message, media);
}

/** The customer's telephone chooses name and type, so both are made harmless before they are shown. */
export function storedMedia(
  { key, sizeBytes, contentType: written }: FoundObject,
  { messageType }: Pick<ConversationMessage, "messageType">,
  { mimeType, filename }: Media,
): StoredMedia {
  const contentType = bareMimeType(mimeType ?? written);
  return {
    objectKey: key,
    sizeBytes,
    contentType,
    filename: safeFilename(filename, nameOfUnnamed(messageType, contentType)),
  };
}
