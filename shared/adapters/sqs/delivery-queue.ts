import { createHash } from "node:crypto";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DeliveryMessage } from "../../contract/messages.ts";
import type { DeliveryQueue } from "../../ports/delivery-queue.ts";

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 3000;
const GROUP_CHARACTERS = 22;

export const sqsClient = (): SQSClient =>
  new SQSClient({ requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS } });

/** D25: on a standard queue the group makes it a fair queue. A hash, since an owner may hold characters that a group may not. */
export const messageGroupOf = (owner: string): string =>
  createHash("sha256").update(owner).digest("base64url").slice(0, GROUP_CHARACTERS);

export class SqsDeliveryQueue implements DeliveryQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async enqueue(message: DeliveryMessage, delaySeconds = 0): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: this.#queueUrl,
        MessageBody: JSON.stringify(message),
        MessageGroupId: messageGroupOf(message.owner),
        DelaySeconds: delaySeconds,
      }),
    );
  }
}
