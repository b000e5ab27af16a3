import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { BatchedSends } from "../../aws/sqs/batched-sends.ts";
import { messageBody } from "../../aws/sqs/message-body.ts";
import { traceAttribute } from "../../aws/sqs/trace-attribute.ts";
import type { ChatEventQueue, QueuedChatEvent } from "../ports/chat-event-queue.ts";

/** A batch has at most ten messages; ten of this size stay below the 1 MiB that a request may hold. */
const MAX_SHARED_BYTES = 65_536;

export class SqsChatEventQueue implements ChatEventQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  readonly #sends: BatchedSends;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
    this.#sends = new BatchedSends(client, queueUrl);
  }

  /** Events that arrive together share a request; a large one has its own. */
  async enqueue({ envelope, arrivedAtMs, repeated }: QueuedChatEvent, delaySeconds = 0): Promise<void> {
    const body = messageBody({ envelope, arrivedAtMs, repeated });
    const message = { MessageBody: body, DelaySeconds: delaySeconds, ...traceAttribute() };
    if (Buffer.byteLength(message.MessageBody) <= MAX_SHARED_BYTES) await this.#sends.send(message);
    else await this.#client.send(new SendMessageCommand({ QueueUrl: this.#queueUrl, ...message }));
  }
}
