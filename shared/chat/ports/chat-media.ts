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

/** It moves files between the private bucket and the provider. Every method may throw MediaProviderError. */
export interface ChatMedia {
  /** It registers an object for sending and returns the provider's id. It throws MediaRefusedError. */
  register(number: SendingNumber, source: BucketPlace): Promise<string>;
  /** It undoes `register`. */
  unregister(number: SendingNumber, providerMediaId: string): Promise<void>;
  /** It copies a customer's media to `key` + id + "." + the provider's extension. It throws MediaGoneError and MediaRefusedError. */
  retrieve(number: SendingNumber, mediaId: string, destination: BucketPlace): Promise<void>;
  /** It hands over a file for a template's review and returns its handle. It throws MediaRefusedError. */
  registerForReview(
    account: Pick<ChatAccount, "cloudRegion" | "businessAccountId">,
    source: BucketPlace,
  ): Promise<string>;
}
