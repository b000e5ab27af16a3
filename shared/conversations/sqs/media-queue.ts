import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { messageBody } from "../../aws/sqs/message-body.ts";
import { messageGroupOf } from "../../aws/sqs/sqs-client.ts";
import { traceAttribute } from "../../aws/sqs/trace-attribute.ts";
import type { RetrievalMessage } from "../contract/media-messages.ts";
import type { MediaQueue } from "../ports.ts";

export class SqsMediaQueue implements MediaQueue {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async enqueue(message: RetrievalMessage, delaySeconds = 0): Promise<void> {
    await this.#client.send(
      new SendMessageCommand({
        QueueUrl: this.#queueUrl,
        MessageBody: messageBody(message),
        MessageGroupId: messageGroupOf(message.owner),
        DelaySeconds: Math.ceil(delaySeconds),
        ...traceAttribute(),
      }),
    );
  }
}
