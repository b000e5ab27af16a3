import * as z from "zod";

const messageAttributes = z.record(
  z.string(),
  z.object({ DataType: z.string(), StringValue: z.string().optional(), BinaryValue: z.base64().optional() }),
);

const outgoing = z.object({
  MessageBody: z.string(),
  DelaySeconds: z.number().optional(),
  MessageGroupId: z.string().optional(),
  MessageAttributes: messageAttributes.optional(),
  MessageSystemAttributes: messageAttributes.optional(),
});
export type OutgoingMessage = z.infer<typeof outgoing>;

const onQueue = z.object({ QueueUrl: z.string() });
const batchOf = <T extends z.ZodRawShape>(entry: z.ZodObject<T>) =>
  onQueue.extend({ Entries: z.array(entry.extend({ Id: z.string() })) });
const visibility = z.object({ ReceiptHandle: z.string(), VisibilityTimeout: z.number() });
const receipt = z.object({ ReceiptHandle: z.string() });

/** The requests of the AWS JSON 1.0 protocol that the engine knows. Field names are those of the SQS API reference. */
export const requests = {
  onQueue,
  outgoing,
  sendMessage: onQueue.extend(outgoing.shape),
  sendMessageBatch: batchOf(outgoing),
  receiveMessage: onQueue.extend({
    MaxNumberOfMessages: z.number().optional(),
    VisibilityTimeout: z.number().optional(),
    WaitTimeSeconds: z.number().optional(),
    AttributeNames: z.array(z.string()).optional(),
    MessageSystemAttributeNames: z.array(z.string()).optional(),
    MessageAttributeNames: z.array(z.string()).optional(),
  }),
  deleteMessage: onQueue.extend(receipt.shape),
  deleteMessageBatch: batchOf(receipt),
  changeMessageVisibility: onQueue.extend(visibility.shape),
  changeMessageVisibilityBatch: batchOf(visibility),
  getQueueUrl: z.object({ QueueName: z.string() }),
  getQueueAttributes: onQueue.extend({ AttributeNames: z.array(z.string()).optional() }),
  listQueues: z.object({ QueueNamePrefix: z.string().optional() }),
};
