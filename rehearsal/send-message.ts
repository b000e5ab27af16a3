import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";

const CALL_MS = 10_000;

/** Sends a message to a queue of the embedded engine by its address there. */
export async function sendMessage(queueUrl: string, body: string): Promise<void> {
  const client = new SQSClient({
    ...{ endpoint: new URL(queueUrl).origin, region: "us-east-1" },
    credentials: { accessKeyId: "rehearsal", secretAccessKey: "rehearsal" },
  });
  const message = new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body });
  await client.send(message, { abortSignal: AbortSignal.timeout(CALL_MS) }).finally(() => client.destroy());
}
