import {
  SendWhatsAppMessageCommand,
  SocialMessagingClient,
  SocialMessagingServiceException,
} from "@aws-sdk/client-socialmessaging";
import { classifyCloudFailure } from "../domain/provider-errors.ts";
import type { ChatSender, ChatSendOutcome, OutgoingMessage } from "../ports/chat-sender.ts";
import { causeWithMessage } from "./cause-with-message.ts";
import { outgoingPayload } from "./message-payload.ts";

const CONNECT_TIMEOUT_MS = 3000;

export interface SocialMessagingSenderOptions {
  /** `apiVersion` is the version of the platform's API, such as `v24.0`. */
  readonly apiVersion: string;
  /** The whole call may take this many milliseconds. Without an answer by then, the message may have been taken all the same. */
  readonly timeoutMs: number;
}

/** The call has no idempotency token, so the client must never repeat it by itself (D23). */
const clientOf = (region: string): SocialMessagingClient =>
  new SocialMessagingClient({ region, maxAttempts: 1, requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS } });

/** Sends through the cloud provider, with one client per region. */
export class SocialMessagingSender implements ChatSender {
  readonly #options: SocialMessagingSenderOptions;
  readonly #clients = new Map<string, SocialMessagingClient>();

  constructor(options: SocialMessagingSenderOptions) {
    this.#options = options;
  }

  async send(outgoing: OutgoingMessage): Promise<ChatSendOutcome> {
    const { apiVersion, timeoutMs } = this.#options;
    const { cloudRegion, originationPhoneNumberId } = outgoing.account;
    const message = new TextEncoder().encode(JSON.stringify(outgoingPayload(outgoing)));
    const command = new SendWhatsAppMessageCommand({ originationPhoneNumberId, message, metaApiVersion: apiVersion });
    try {
      const abortSignal = AbortSignal.timeout(timeoutMs);
      const { messageId } = await this.#in(cloudRegion).send(command, { abortSignal });
      return { kind: "accepted", cloudMessageId: messageId ?? outgoing.callbackId };
    } catch (error) {
      return failureOf(error);
    }
  }

  #in(region: string): SocialMessagingClient {
    const client = this.#clients.get(region) ?? clientOf(region);
    this.#clients.set(region, client);
    return client;
  }
}

function failureOf(error: unknown): ChatSendOutcome {
  if (!(error instanceof Error)) throw error;
  const httpStatus = error instanceof SocialMessagingServiceException ? error.$metadata.httpStatusCode : undefined;
  const classified = classifyCloudFailure({ name: codeOf(error) ?? error.name, httpStatus });
  const cause = causeWithMessage(classified, error);
  return { kind: "failed", class: classified.class, cause, code: httpStatus };
}

const codeOf = (error: Error): string | undefined =>
  "code" in error && typeof error.code === "string" ? error.code : undefined;
