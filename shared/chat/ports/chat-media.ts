import type { ChatAccount } from "../domain/chat-account.ts";

/** The provider refuses this file, and would refuse it again; the message is the provider's error. */
export class MediaRefusedError extends Error {
  override readonly name = "MediaRefusedError";
}

/** The provider does not have the media, or not any more. */
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

/** Files between the private bucket and the provider. All methods throw MediaProviderError; the others as said. */
export interface ChatMedia {
  /** Registers an object for sending; answers the provider's id of it. Throws MediaRefusedError. */
  register(number: SendingNumber, source: BucketPlace): Promise<string>;
  /** Takes back what `register` made. */
  unregister(number: SendingNumber, providerMediaId: string): Promise<void>;
  /** Copies a customer's media to `key` + its id + "." + an extension of the provider's choice. Throws MediaGoneError, MediaRefusedError. */
  retrieve(number: SendingNumber, mediaId: string, destination: BucketPlace): Promise<void>;
  /** Hands over a file for a template's review; answers its handle. Throws MediaRefusedError. */
  registerForReview(
    account: Pick<ChatAccount, "cloudRegion" | "businessAccountId">,
    source: BucketPlace,
  ): Promise<string>;
}
