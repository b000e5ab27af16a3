import type { Owner } from "../../kernel/owner.ts";
import type { MediaKind } from "./media-type.ts";

/** A file in the private media bucket, with the facts that are shown with it. */
export interface StoredMedia {
  readonly objectKey: string;
  readonly contentType: string;
  /** The name is fit for display and download. */
  readonly filename: string;
  readonly sizeBytes: number;
}

/** An owner uploaded this file for sending, and the provider has registered it. */
export interface MediaUpload extends StoredMedia {
  readonly owner: Owner;
  /** The upload's own id is the `media_id` of the interface (D33b). */
  readonly id: string;
  readonly chatAccountId: string;
  readonly conversationId: string;
  readonly kind: MediaKind;
  /** The provider's id works only for sends through the same account, and only until `usableUntilMs`. */
  readonly providerMediaId: string;
  readonly usableUntilMs: number;
  readonly createdAtMs: number;
}
