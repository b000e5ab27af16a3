import { type EngineServer, listen } from "../engine-server.ts";
import { getQueueAttributes, purgeQueue } from "./inspect-operations.ts";
import type { QueueCounts } from "./message-tally.ts";
import { checkDefinitions, type QueueDefinition, queueUrl } from "./queue-definition.ts";
import { QueueSet } from "./queue-set.ts";
import {
  changeMessageVisibility,
  changeMessageVisibilityBatch,
  deleteMessage,
  deleteMessageBatch,
  type ReceivedMessage,
  receiveMessage,
} from "./receive-operations.ts";
import { sendMessage, sendMessageBatch } from "./send-operations.ts";
import { unsupportedOperation } from "./sqs-error.ts";
import { answerSqs, type FindOperation } from "./sqs-protocol.ts";
import { requests } from "./sqs-requests.ts";

export interface QueueEngineOptions {
  /** The port to listen on; 0 picks a free port. */
  readonly port: number;
  /** The SQLite file. Its folder must exist. */
  readonly file: string;
  readonly queues: readonly QueueDefinition[];
  /**
   * The clock for all delays, visibility timeouts and timestamps, in epoch milliseconds; the machine's own by default.
   */
  readonly now?: () => number;
  /**
   * Says that no receiver of an earlier start is alive, so that the messages which they held are ready at once. By
   * default these messages stay hidden until their visibility timeout ends.
   */
  readonly areReceiversGone?: boolean;
}

export interface Wanted {
  /** The greatest number of messages to receive, from 1 to 10. */
  readonly max: number;
  /** How long to wait for a message, from 0 to 20 s. */
  readonly waitSeconds: number;
  /** No message is received after this signal aborts. */
  readonly signal: AbortSignal;
}

export interface QueueEngine {
  /** The value for `AWS_ENDPOINT_URL_SQS`, in the form `http://127.0.0.1:<port>`. */
  readonly endpoint: string;
  queueUrl(queueName: string): string;
  counts(queueName: string): QueueCounts;
  /** The number of messages in the queue: ready, in flight and delayed. */
  depth(queueName: string): number;
  /** The seconds that the longest waiting message has been ready; 0 if none is. */
  oldestSeconds(queueName: string): number;
  /**
   * The seconds that the oldest message has been in the queue, ready or not. Messages that were received three
   * times do not count; 0 if there are none.
   */
  ageSeconds(queueName: string): number;
  /** The bodies of messages that were ready at once at the start, because their receivers were gone. */
  freed(queueName: string): readonly string[];
  /** Makes due messages ready. Call this after moving the clock. */
  lookAgain(): void;
  /** The number of receivers in long poll. */
  waiting(queueName: string): number;
  /** Runs `ReceiveMessage` with all attributes, without HTTP, for callers in this thread. */
  receive(queueName: string, wanted: Wanted): Promise<readonly ReceivedMessage[]>;
  /** Runs `SendMessage` without HTTP. */
  send(queueName: string, body: string): Promise<void>;
  /** Runs `DeleteMessageBatch` without HTTP. */
  remove(queueName: string, receiptHandles: readonly string[]): Promise<void>;
  /** Answers receivers in long poll with no messages, finishes running requests, and closes the file. */
  close(): Promise<void>;
}

/** Starts standard queues for the unmodified AWS SDK that are kept in one SQLite file. Fails if the file is in use. */
export async function startQueueEngine({
  port,
  file,
  queues,
  now = Date.now,
  areReceiversGone = false,
}: QueueEngineOptions): Promise<QueueEngine> {
  checkDefinitions(queues);
  const set = new QueueSet(file, queues, { now, areReceiversGone });
  let server: EngineServer;
  try {
    const find: FindOperation = (name) => operation(name, set, server.endpoint);
    server = await listen(port, (request, response) => answerSqs(find, request, response));
  } catch (error) {
    set.close();
    throw error;
  }
  return {
    endpoint: server.endpoint,
    queueUrl: (name) => queueUrl(server.endpoint, set.named(name).definition.name),
    counts: (name) => set.named(name).counts(),
    depth: (name) => {
      const { ready, inFlight, delayed } = set.named(name).counts();
      return ready + inFlight + delayed;
    },
    waiting: (name) => set.named(name).waiting,
    receive: async (name, { max, waitSeconds, signal }) => {
      const QueueUrl = queueUrl(server.endpoint, name);
      const limits = { MaxNumberOfMessages: max, WaitTimeSeconds: waitSeconds };
      const { Messages = [] } = await receiveMessage(
        set,
        { QueueUrl, ...limits, MessageSystemAttributeNames: ["All"], MessageAttributeNames: ["All"] },
        signal,
      );
      return Messages;
    },
    send: async (name, MessageBody) => {
      await sendMessage(set, { QueueUrl: queueUrl(server.endpoint, name), MessageBody });
    },
    remove: async (name, receiptHandles) => {
      const Entries = receiptHandles.map((ReceiptHandle, i) => ({ Id: String(i), ReceiptHandle }));
      await deleteMessageBatch(set, { QueueUrl: queueUrl(server.endpoint, name), Entries });
    },
    oldestSeconds: (name) => secondsBetween(set.named(name).oldestReadyAt(), now()),
    ageSeconds: (name) => secondsBetween(set.named(name).oldestSentAt(), now()),
    freed: (name) => set.freed.filter(({ queue }) => queue === name).map(({ body }) => body),
    lookAgain: () => set.lookAgain(),
    close: async () => {
      set.stop();
      await server.close();
      set.close();
    },
  };
}

function secondsBetween(ms: number | undefined, now: number): number {
  return ms === undefined ? 0 : Math.max(0, Math.floor((now - ms) / 1000));
}

const OPERATIONS = {
  SendMessage: sendMessage,
  SendMessageBatch: sendMessageBatch,
  ReceiveMessage: receiveMessage,
  DeleteMessage: deleteMessage,
  DeleteMessageBatch: deleteMessageBatch,
  ChangeMessageVisibility: changeMessageVisibility,
  ChangeMessageVisibilityBatch: changeMessageVisibilityBatch,
  GetQueueAttributes: getQueueAttributes,
  PurgeQueue: purgeQueue,
} satisfies Record<string, (set: QueueSet, input: unknown, signal: AbortSignal) => unknown>;

const isKnown = (name: string): name is keyof typeof OPERATIONS => Object.hasOwn(OPERATIONS, name);

function operation(name: string, set: QueueSet, endpoint: string) {
  if (isKnown(name)) {
    const run = OPERATIONS[name];
    return (input: unknown, signal: AbortSignal): unknown => run(set, input, signal);
  }
  if (name === "GetQueueUrl") {
    return (input: unknown) => {
      const { QueueName } = requests.getQueueUrl.parse(input);
      return { QueueUrl: queueUrl(endpoint, set.named(QueueName).definition.name) };
    };
  }
  if (name === "ListQueues") {
    return (input: unknown) => {
      const { QueueNamePrefix = "" } = requests.listQueues.parse(input);
      const names = set.names().filter((one) => one.startsWith(QueueNamePrefix));
      return { QueueUrls: names.map((one) => queueUrl(endpoint, one)) };
    };
  }
  throw unsupportedOperation(name);
}
