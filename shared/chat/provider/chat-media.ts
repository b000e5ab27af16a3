import {
  CreateWhatsAppMessageTemplateMediaCommand,
  DeleteWhatsAppMessageMediaCommand,
  GetWhatsAppMessageMediaCommand,
  PostWhatsAppMessageMediaCommand,
  ResourceNotFoundException,
  SocialMessagingClient,
  SocialMessagingServiceException,
} from "@aws-sdk/client-socialmessaging";
import { callLimits } from "../../aws/call-limits.ts";
import type { ChatAccount } from "../domain/chat-account.ts";
import {
  type BucketPlace,
  type ChatMedia,
  MediaGoneError,
  MediaProviderError,
  MediaRefusedError,
  type SendingNumber,
} from "../ports/chat-media.ts";

const CONNECT_TIMEOUT_MS = 2000;
/** The provider copies up to 100 MB while we wait. */
const REQUEST_TIMEOUT_MS = 25_000;
const MAX_ATTEMPTS = 2;
const MAX_MESSAGE_CHARACTERS = 500;
const TOO_MANY_REQUESTS = 429;

const clientOf = (region: string): SocialMessagingClient =>
  new SocialMessagingClient({
    region,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
  });

const fileAt = ({ bucket, key }: BucketPlace) => ({ bucketName: bucket, key });

/** Moves media through the cloud provider, with one client per region. */
export class SocialMessagingMedia implements ChatMedia {
  readonly #clients = new Map<string, SocialMessagingClient>();

  async register({ cloudRegion, originationPhoneNumberId }: SendingNumber, source: BucketPlace): Promise<string> {
    const command = new PostWhatsAppMessageMediaCommand({ originationPhoneNumberId, sourceS3File: fileAt(source) });
    const { mediaId } = await mediaAnswer(this.#in(cloudRegion).send(command));
    return given(mediaId, "no media id");
  }

  async unregister({ cloudRegion, originationPhoneNumberId }: SendingNumber, providerMediaId: string): Promise<void> {
    const command = new DeleteWhatsAppMessageMediaCommand({ originationPhoneNumberId, mediaId: providerMediaId });
    await mediaAnswer(this.#in(cloudRegion).send(command));
  }

  async retrieve(
    { cloudRegion, originationPhoneNumberId }: SendingNumber,
    mediaId: string,
    destination: BucketPlace,
  ): Promise<void> {
    const command = new GetWhatsAppMessageMediaCommand({
      originationPhoneNumberId,
      mediaId,
      destinationS3File: fileAt(destination),
    });
    await mediaAnswer(this.#in(cloudRegion).send(command));
  }

  async registerForReview(
    { cloudRegion, businessAccountId }: Pick<ChatAccount, "cloudRegion" | "businessAccountId">,
    source: BucketPlace,
  ): Promise<string> {
    const command = new CreateWhatsAppMessageTemplateMediaCommand({
      id: businessAccountId,
      sourceS3File: fileAt(source),
    });
    const { metaHeaderHandle } = await mediaAnswer(this.#in(cloudRegion).send(command));
    return given(metaHeaderHandle, "no handle");
  }

  #in(region: string): SocialMessagingClient {
    const client = this.#clients.get(region) ?? clientOf(region);
    this.#clients.set(region, client);
    return client;
  }
}

function given(value: string | undefined, otherwise: string): string {
  if (value === undefined) throw new MediaProviderError(`the provider answered with ${otherwise}`);
  return value;
}

/** Waits for the provider's answer. Turns a failure of the SDK into an error of `ports/chat-media.ts`. */
async function mediaAnswer<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw failureOf(cause);
  }
}

function failureOf(cause: unknown): Error {
  if (!(cause instanceof SocialMessagingServiceException))
    return new MediaProviderError("the provider did not answer", { cause });
  if (cause instanceof ResourceNotFoundException) return new MediaGoneError(shortMessage(cause), { cause });
  const status = cause.$metadata.httpStatusCode ?? 0;
  const isRefusal = status >= 400 && status < 500 && status !== TOO_MANY_REQUESTS;
  return isRefusal
    ? new MediaRefusedError(shortMessage(cause), { cause })
    : new MediaProviderError(shortMessage(cause), { cause });
}

const shortMessage = ({ message }: Error): string => message.slice(0, MAX_MESSAGE_CHARACTERS);
