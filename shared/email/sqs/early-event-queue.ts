import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { messageBody } from "../../aws/sqs/message-body.ts";
import { traceAttribute } from "../../aws/sqs/trace-attribute.ts";
import type { EarlyEvent } from "../contract/early-event.ts";
import type { EarlyEventQueue } from "../ports.ts";

export class SqsEarlyEventQueue implements EarlyEventQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async enqueue(event: EarlyEvent, delaySeconds: number): Promise<void> {
    const message = { MessageBody: messageBody(event), DelaySeconds: delaySeconds, ...traceAttribute() };
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#queueUrl, ...message }));
  }
}
