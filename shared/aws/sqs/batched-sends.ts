import {
  SendMessageBatchCommand,
  type SendMessageBatchRequestEntry,
  SendMessageCommand,
  type SQSClient,
} from "@aws-sdk/client-sqs";

/** Amazon SQS: "The maximum is 10 messages" for a batch. */
const MAX_ENTRIES = 10;

export type Outgoing = Omit<SendMessageBatchRequestEntry, "Id">;

interface Pending {
  readonly message: Outgoing;
  readonly sent: () => void;
  readonly refused: (error: unknown) => void;
}

/** Messages of one turn of the event loop share a request; each caller still hears about its own message. */
export class BatchedSends {
  readonly #client: SQSClient;
  readonly #queueUrl: string;
  #pending: Pending[] = [];

  constructor(client: SQSClient, queueUrl: string) {
    this.#client = client;
    this.#queueUrl = queueUrl;
  }

  /** Settles when the queue has the message, or fails with what the queue said. */
  send(message: Outgoing): Promise<void> {
    return new Promise((sent, refused) => {
      if (this.#pending.length === 0) setImmediate(() => this.#flush());
      this.#pending.push({ message, sent, refused });
    });
  }

  #flush(): void {
    const pending = this.#pending;
    this.#pending = [];
    for (let first = 0; first < pending.length; first += MAX_ENTRIES) {
      const batch = pending.slice(first, first + MAX_ENTRIES);
      this.#sendAll(batch).catch((error: unknown) => {
        for (const { refused } of batch) refused(error);
      });
    }
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
