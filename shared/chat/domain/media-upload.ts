import type { Owner } from "../../kernel/owner.ts";
import type { MediaKind } from "./media-type.ts";

/** A file in the private media bucket, as it is shown and delivered. */
export interface StoredMedia {
  readonly objectKey: string;
  readonly contentType: string;
  /** Fit for display and download. */
  readonly filename: string;
  readonly sizeBytes: number;
}

/** A file that an owner uploaded for sending, registered with the provider. */
export interface MediaUpload extends StoredMedia {
  readonly owner: Owner;
  /** Ours: the `media_id` of the interface (D33b). */
  readonly id: string;
  readonly chatAccountId: string;
  readonly conversationId: string;
  readonly kind: MediaKind;
  /** Good for sends through the same account only, and no longer than `usableUntilMs`. */
  readonly providerMediaId: string;
  readonly usableUntilMs: number;
  readonly createdAtMs: number;
}
