import type { MediaUpload, StoredMedia } from "../../chat/domain/media-upload.ts";
import type { MediaUploads } from "../../chat/ports/media-uploads.ts";
import type { MediaState } from "../domain/conversation.ts";

export interface MessageKey {
  readonly conversationId: string;
  readonly messageId: string;
}

/** An inbound message's media on its way into the bucket. */
export interface MediaRetrieval {
  readonly state: MediaState;
  /** Begun attempts. */
  readonly attempts: number;
  /** Present once `available`. */
  readonly stored?: StoredMedia | undefined;
}

export interface RetrievalLease {
  readonly nowMs: number;
  readonly leaseUntilMs: number;
}

/** How an attempt ended; `retrieving`: another one follows, and its message is on its way until the lease is over. */
export type RetrievalOutcome =
  | { readonly to: "available"; readonly stored: StoredMedia }
  | { readonly to: "failed" | "expired" }
  | { readonly to: "retrieving"; readonly leaseUntilMs: number };

export interface MediaStore extends MediaUploads {
  addUpload(upload: MediaUpload): Promise<void>;

  /** Undefined when the message is unknown or brought no media. Strongly consistent. */
  findRetrieval(message: MessageKey): Promise<MediaRetrieval | undefined>;
  /**
   * `pending`, or `retrieving` whose lease is over, becomes `retrieving`. Of any number of callers one gets the number of the attempt to
   * be made next (from 1), and has to tell a worker before the lease is over; the others get undefined.
   */
  requestRetrieval(message: MessageKey, lease: RetrievalLease): Promise<number | undefined>;
  /** A worker takes up an attempt; false when another copy of its message was quicker, or the retrieval is over. */
  beginAttempt(message: MessageKey, attempt: number, leaseUntilMs: number): Promise<boolean>;
  /** False, with nothing changed, when the attempt is not the latest one or the retrieval is over already. */
  finishAttempt(message: MessageKey, attempt: number, outcome: RetrievalOutcome): Promise<boolean>;
  /** The provider keeps the media no longer. What is `available` stays so. */
  expire(message: MessageKey): Promise<void>;
}
