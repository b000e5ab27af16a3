import type { SQSClient } from "@aws-sdk/client-sqs";
import { BatchedSends } from "../../aws/sqs/batched-sends.ts";
import { messageBody } from "../../aws/sqs/message-body.ts";
import { messageGroupOf } from "../../aws/sqs/sqs-client.ts";
import { traceAttribute } from "../../aws/sqs/trace-attribute.ts";
import type { SandboxEffect } from "../contract/effects.ts";
import type { SandboxQueue } from "../ports.ts";

export class SqsSandboxQueue implements SandboxQueue {
  readonly #sends: BatchedSends;

  constructor(client: SQSClient, queueUrl: string) {
    this.#sends = new BatchedSends(client, queueUrl);
  }

  enqueue(effect: SandboxEffect, delaySeconds = 0): Promise<void> {
    return this.#sends.send({
      MessageBody: messageBody(effect),
      MessageGroupId: messageGroupOf(effect.owner),
      DelaySeconds: delaySeconds,
      ...traceAttribute(),
    });
  }
}
