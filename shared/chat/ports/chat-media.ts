import type { ChatAccount } from "../domain/chat-account.ts";

/** The provider refuses this file permanently; the message is the provider's error. */
export class MediaRefusedError extends Error {
  override readonly name = "MediaRefusedError";
}

/** The provider does not have the media, or no longer has it. */
export class MediaGoneError extends Error {
  override readonly name = "MediaGoneError";
}

/** The provider did not answer, or had a problem of its own; another attempt may work. */
export class MediaProviderError extends Error {
  override readonly name = "MediaProviderError";
}

export type SendingNumber = Pick<ChatAccount, "cloudRegion" | "originationPhoneNumberId">;

export interface BucketPlace {
  readonly bucket: string;
  readonly key: string;
}

/** Moves files between the private bucket and the provider. Every method may throw MediaProviderError. */
export interface ChatMedia {
  /** Registers an object for sending and returns the provider's id. Throws MediaRefusedError. */
  register(number: SendingNumber, source: BucketPlace): Promise<string>;
  /** Undoes `register`. */
  unregister(number: SendingNumber, providerMediaId: string): Promise<void>;
  /** Copies a customer's media to `key` + id + "." + the provider's extension. Throws MediaGoneError and MediaRefusedError. */
  retrieve(number: SendingNumber, mediaId: string, destination: BucketPlace): Promise<void>;
  /** Hands over a file for a template's review and returns its handle. Throws MediaRefusedError. */
  registerForReview(
    account: Pick<ChatAccount, "cloudRegion" | "businessAccountId">,
    source: BucketPlace,
  ): Promise<string>;
}
