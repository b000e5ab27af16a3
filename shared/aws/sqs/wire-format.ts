import {
  SendMessageBatchCommand,
  SendMessageCommand,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from "@aws-sdk/client-sqs";
import type { WireFormat } from "../direct-calls.ts";

const OPERATIONS = new Map<unknown, string>([
  [SendMessageCommand, "SendMessage"],
  [SendMessageBatchCommand, "SendMessageBatch"],
]);

/** Sending, in Amazon SQS's own JSON (its API reference). Inputs are the bodies: no message of ours has binary attributes. */
export const SQS_FORMAT: WireFormat<ServiceInputTypes, ServiceOutputTypes> = {
  target: "AmazonSQS",
  operations: OPERATIONS,
  destinationOf: (input) => ("QueueUrl" in input ? (input.QueueUrl ?? "") : ""),
  encode: (input) => input,
  decode(answer) {
    // A message counts as sent: that needs more than a 200.
    if (!("MessageId" in answer || "Successful" in answer || "Failed" in answer)) throw new Error("says nothing");
    return { ...answer, $metadata: { httpStatusCode: 200 } };
  },
  throwAnswer() {
    // No refusal of a queue is an answer.
  },
};
