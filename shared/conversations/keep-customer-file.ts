import type { MediaBucket } from "../chat/ports/media-bucket.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ConversationMessage } from "./domain/conversation.ts";
import type { MediaStore } from "./ports.ts";
import { ATTEMPT_LEASE_MS, storedMedia } from "./retrieve-media.ts";

export interface KeepCustomerFileDeps {
  readonly mediaStore: Pick<MediaStore, "requestRetrieval" | "beginAttempt" | "finishAttempt">;
  readonly bucket: Pick<MediaBucket, "open">;
  readonly keyPrefix: string;
  readonly realClock: Clock;
}

export interface CustomerFile {
  readonly chatAccountId: string;
  readonly message: Pick<ConversationMessage, "id" | "conversationId" | "messageType"> & {
    readonly media: NonNullable<ConversationMessage["media"]>;
  };
  readonly bytes: Uint8Array;
}

/** Puts the file of a sandbox customer where the worker puts the files that it copies from the provider, and ends the copy at once. */
export async function keepCustomerFile(
  { mediaStore, bucket, keyPrefix, realClock }: KeepCustomerFileDeps,
  { chatAccountId, message, bytes }: CustomerFile,
): Promise<void> {
  const { id: messageId, conversationId, media } = message;
  const place = { conversationId, messageId };
  const nowMs = realClock.now();
  const lease = { nowMs, leaseUntilMs: nowMs + ATTEMPT_LEASE_MS };
  const attempt = await mediaStore.requestRetrieval(place, lease);
  // Somebody asked for the file in this moment; that request then finds that the sandbox has it no more.
  if (attempt === undefined || !(await mediaStore.beginAttempt(place, attempt, lease.leaseUntilMs))) return;
  const key = `${keyPrefix}/${chatAccountId}/${conversationId}/${messageId}/${media.mediaId}.file`;
  const found = { key, sizeBytes: bytes.byteLength, contentType: media.mimeType ?? "application/octet-stream" };
  const stored = storedMedia(found, message, media);
  const writer = bucket.open({ key, likelyContentType: () => stored.contentType });
  await writer.write(bytes);
  await writer.finish(stored.contentType);
  await mediaStore.finishAttempt(place, attempt, { to: "available", stored });
}
