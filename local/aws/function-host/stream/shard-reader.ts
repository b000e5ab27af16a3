import { hasState, outcomeOf } from "./batch-answer.ts";
import {
  afterOutcome,
  type Batch,
  batchesOf,
  type Outcome,
  type Remainder,
  withoutExhausted,
  withoutExpired,
} from "./batch-progress.ts";
import type { Checkpoints, ShardName } from "./checkpoints.ts";
import { type Condition, discardedBatch } from "./discarded-batch.ts";
import type { RecordFilter } from "./filter-pattern.ts";
import type { StreamRecord, StreamService } from "./stream-service.ts";

export interface StreamSource {
  readonly service: StreamService;
  readonly stream: string;
  readonly checkpoints: Checkpoints;
  readonly batchSize: number;
  /** A batch that has failed more often is left out. */
  readonly maxRetries: number;
  /** Records that are older than this many seconds are left out. */
  readonly maxAgeSeconds: number;
  /** Receives the message about records that were left out. */
  readonly discard: (message: object) => Promise<void>;
  /** The clock; the machine's own by default. */
  readonly now?: () => Date;
  /**
   * The function has a tumbling window. The window never ends here, because the call at its end would carry no records.
   */
  readonly hasTumblingWindow?: boolean | undefined;
  /** Records that the filter rejects count as processed. Without a filter all records are accepted. */
  readonly filter?: RecordFilter | undefined;
  /** Completes a record for the function. Without it the function gets the record as it is in the stream. */
  readonly completed?: (record: StreamRecord) => object;
}

/** The event that the function is called with. */
export interface StreamBatch {
  readonly Records: readonly object[];
  /** The id of the shard is present only with a tumbling window. */
  readonly shardId?: string;
}

export interface StreamTarget {
  readonly name: string;
  readonly arn: string;
  invoke(event: StreamBatch): Promise<unknown>;
  /** Called when the function threw an error. The function then gets the same batch again. */
  onFailure(error: unknown): void;
}

/** Lambda polls four times a second. */
const IDLE_MS = 250;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** DynamoDB returns at most this many records per call. */
const MOST_AT_ONCE = 1000;

/** Lambda adds these fields for a tumbling window ("Implementing stateful DynamoDB stream processing in Lambda"). */
const WINDOW = { window: {}, state: {}, isFinalInvokeForWindow: false, isWindowTerminatedEarly: false };

/** The milliseconds to wait before the next step, or `over` when the shard is closed and completely processed. */
export type Step = number | "over";

/** Passes the records of one shard to a function in order, and notes what is processed. */
export class ShardReader {
  readonly #target: StreamTarget;
  readonly #source: StreamSource;
  readonly #name: ShardName;
  #iterator: string | undefined;
  #isClosed = false;
  #waiting: readonly Batch[] = [];
  /** The last record that was read, whether the filter accepted it or not. */
  #readTo: string | undefined;

  constructor(target: StreamTarget, source: StreamSource, shard: string) {
    this.#target = target;
    this.#source = source;
    this.#name = { reader: target.name, stream: source.stream, shard };
  }

  /** Processes one batch, or reads further batches when none is left. After `step` threw, it can be called again. */
  async step(): Promise<Step> {
    const count = this.#waiting.length === 0 ? await this.#read() : 0;
    await this.#leaveOut();
    const [batch] = this.#waiting;
    if (batch !== undefined) return this.#process(batch);
    if (!this.#isClosed) return count > 0 ? 0 : IDLE_MS;
    this.#source.checkpoints.end(this.#name);
    return "over";
  }

  /** Returns how many records were read, whether the filter accepted them or not. */
  async #read(): Promise<number> {
    if (this.#isClosed) return 0;
    const { service, stream, checkpoints, batchSize, filter = () => true } = this.#source;
    const { shard } = this.#name;
    this.#iterator ??= await service.iterator(stream, shard, checkpoints.of(this.#name).processedTo);
    const iterator = this.#iterator;
    // The iterator is dropped first: if the call fails, it may be because the iterator has expired.
    this.#iterator = undefined;
    const { records, next } = await service.records(iterator, Math.min(batchSize, MOST_AT_ONCE));
    this.#iterator = next;
    this.#isClosed = next === undefined;
    this.#readTo = records.at(-1)?.dynamodb.SequenceNumber;
    this.#settle(batchesOf(records.filter(filter), batchSize), undefined);
    return records.length;
  }

  async #leaveOut(): Promise<void> {
    const { maxRetries, maxAgeSeconds, now: clock = () => new Date() } = this.#source;
    const now = clock();
    await this.#discard("RetryAttemptsExhausted", withoutExhausted(this.#waiting, maxRetries), now);
    const oldestSeconds = now.getTime() / 1000 - maxAgeSeconds;
    await this.#discard("RecordAgeExceeded", withoutExpired(this.#waiting, oldestSeconds), now);
  }

  async #discard(condition: Condition, { leftOut: records, waiting, processedTo }: Remainder, at: Date): Promise<void> {
    if (records.length === 0) return;
    const { stream, discard } = this.#source;
    const tries = this.#waiting[0]?.tries ?? 0;
    const { shard } = this.#name;
    await discard(discardedBatch({ condition, functionArn: this.#target.arn, stream, shard, records, tries }, at));
    this.#settle(waiting, processedTo);
  }

  async #process(batch: Batch): Promise<number> {
    const outcome = await this.#outcome(batch.records);
    const { waiting, processedTo } = afterOutcome(this.#waiting, outcome);
    this.#settle(waiting, processedTo);
    return outcome.kind === "processed"
      ? 0
      : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (waiting[0]?.tries ?? 0));
  }

  async #outcome(records: readonly StreamRecord[]): Promise<Outcome> {
    const { stream, hasTumblingWindow = false, completed = (record) => record } = this.#source;
    try {
      const Records = records.map((record) => ({ ...completed(record), eventSourceARN: stream }));
      const window = hasTumblingWindow ? { ...WINDOW, shardId: this.#name.shard, eventSourceARN: stream } : {};
      const answer = await this.#target.invoke({ Records, ...window });
      return hasTumblingWindow && !hasState(answer) ? { kind: "failed" } : outcomeOf(answer, records);
    } catch (error) {
      this.#target.onFailure(error);
      return { kind: "failed" };
    }
  }

  /** Once no batch is left, the records that the filter rejected count as processed too. */
  #settle(waiting: readonly Batch[], processedTo: string | undefined): void {
    const reached = waiting.length === 0 ? this.#readTo : processedTo;
    if (reached !== undefined) this.#source.checkpoints.moveTo(this.#name, reached);
    this.#waiting = waiting;
  }
}
