import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";
import { Gathering } from "../../kernel/gathering.ts";

/** Amazon SQS takes at most ten messages in one batch. */
const MAX_ENTRIES = 10;

export type Outgoing = Omit<SendMessageBatchRequestEntry, "Id">;

interface Pending {
  readonly message: Outgoing;
  readonly sent: () => void;
  readonly refused: (error: unknown) => void;
}

/** Lets messages that are sent at the same moment share a request. Each caller gets the outcome of its own message. */
export class BatchedSends {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  readonly #pending: Gathering<Pending>;

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
    this.#pending = new Gathering<Pending>({
      fitting: ({ length }) => Math.min(length, MAX_ENTRIES),
      carry: (batch) =>
        this.#sendAll(batch).catch((error: unknown) => {
          for (const { refused } of batch) refused(error);
        }),
    });
  }

  /** Settles when the queue has the message, or fails with the queue's error. */
  send(message: Outgoing): Promise<void> {
    return new Promise((sent, refused) => this.#pending.add({ message, sent, refused }));
  }

  async #sendAll(batch: readonly Pending[]): Promise<void> {
    const [first] = batch;
    if (first !== undefined && batch.length === 1) {
      await this.#client.send(new SendMessageCommand({ QueueUrl: this.#queueUrl, ...first.message }));
      first.sent();
      return;
    }
    const Entries = batch.map(({ message }, i) => ({ ...message, Id: String(i) }));
    const { Successful = [], Failed = [] } = await this.#client.send(
      new SendMessageBatchCommand({ QueueUrl: this.#queueUrl, Entries }),
    );
    const taken = new Set(Successful.map(({ Id }) => Id));
    const failures = new Map(Failed.map((one) => [one.Id, one]));
    for (const [i, { sent, refused }] of batch.entries()) {
      const { Code = "no answer", Message = "" } = failures.get(String(i)) ?? {};
      if (taken.has(String(i))) sent();
      else refused(new Error(`the queue refused a message: ${Code} ${Message}`));
    }
  }
}
