import type { SQSClient } from "@aws-sdk/client-sqs";
import { BatchedSends } from "../../aws/sqs/batched-sends.ts";
import { messageBody } from "../../aws/sqs/message-body.ts";
import { messageGroupOf } from "../../aws/sqs/sqs-client.ts";
import { traceAttribute } from "../../aws/sqs/trace-attribute.ts";
import type { DeliveryMessage } from "../contract/messages.ts";
import type { DeliveryQueue } from "../ports.ts";

export class SqsDeliveryQueue implements DeliveryQueue {
  readonly #sends: BatchedSends;

  constructor(client: SQSClient, queueUrl: string) {
    this.#sends = new BatchedSends(client, queueUrl);
  }

  enqueue(message: DeliveryMessage, delaySeconds = 0): Promise<void> {
    return this.#sends.send({
      MessageBody: messageBody(message),
      MessageGroupId: messageGroupOf(message.owner),
      DelaySeconds: delaySeconds,
      ...traceAttribute(),
    });
  }
}
