import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { messageBody } from "../../aws/sqs/message-body.ts";
import type { TableChange } from "../../kernel/table-change.ts";
import type { UnannouncedChanges } from "../ports.ts";

/** In every region, an SQS message may have 256 KiB. A larger change is sent without its images, because the table has the item. */
const MAX_BYTES = 250_000;

/** Sends changes to the queue that Lambda also uses for a batch that has failed for a day. */
export class SqsUnannouncedChanges implements UnannouncedChanges {
  readonly #client: SQSClient;
  readonly #queueUrl: string;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  async add({ table, keys, sequenceNumber, streamShard, at, record }: TableChange, error: unknown): Promise<void> {
    const place = { table, keys, sequenceNumber, shardId: streamShard, at };
    const said = { ...place, error: error instanceof Error ? error.name : "unknown" };
    const whole = messageBody({ ...said, record });
    const MessageBody = Buffer.byteLength(whole) <= MAX_BYTES ? whole : messageBody(said);
    await this.#client.send(new SendMessageCommand({ QueueUrl: this.#queueUrl, MessageBody }));
  }
}
