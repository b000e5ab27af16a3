import { createHash } from "node:crypto";
import { SQSClient } from "@aws-sdk/client-sqs";
import type { DeliveryMessage } from "../../contract/messages.ts";
import type { DeliveryQueue } from "../../ports/delivery-queue.ts";
import { callLimits } from "../call-limits.ts";
import { BatchedSends } from "./batched-sends.ts";

/** Long enough for a process that is flooded itself. */
const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 9000;
const GROUP_CHARACTERS = 22;

export const sqsClient = (): SQSClient =>
  new SQSClient({
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
    // A quarter less work for every call: the steps of a command are put together once.
    cacheMiddleware: true,
  });

/** D25: on a standard queue the group makes it a fair queue. A hash, since an owner may hold characters that a group may not. */
export const messageGroupOf = (owner: string): string =>
  createHash("sha256").update(owner).digest("base64url").slice(0, GROUP_CHARACTERS);

export class SqsDeliveryQueue implements DeliveryQueue {
  readonly #sends: BatchedSends;

  constructor(client: SQSClient, queueUrl: string) {
    this.#sends = new BatchedSends(client, queueUrl);
  }

  enqueue(message: DeliveryMessage, delaySeconds = 0): Promise<void> {
    return this.#sends.send({
      MessageBody: JSON.stringify(message),
      MessageGroupId: messageGroupOf(message.owner),
      DelaySeconds: delaySeconds,
    });
  }
}
