import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { ChatDatabase } from "../database.ts";

/** An event to publish: the inner message and its time. */
export interface TopicEvent {
  /** Events with the same lane are delivered one after the other, so that none overtakes another by chance. */
  readonly lane: string;
  readonly message: string;
  readonly dueAtMs: number;
}

const queuedRow = z.object({
  seq: z.number(),
  sns_id: z.string(),
  lane: z.string(),
  message: z.string(),
  created_at_ms: z.number(),
  due_at_ms: z.number(),
  attempts: z.number(),
});

export type QueuedMessage = z.infer<typeof queuedRow>;

const FIRST_RETRY_MS = 250;
/** The longest time between retries. All retries together take about an hour, as at the topic service (W2.1). */
const MAX_RETRY_MS = 20_000;
const MAX_ATTEMPTS = 180;

/** Stores events that are still to be delivered, across restarts. */
export class QueuedMessages {
  readonly #db: ChatDatabase;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(db: ChatDatabase) {
    this.#db = db;
    this.#statements = prepare(db);
  }

  /**
   * Queues an event and returns its number. A duplicate has the same id if the topic repeats it, and another id if the
   * provider does.
   */
  add({ lane, message, dueAtMs }: TopicEvent, snsId: string = randomUUID()): number {
    const { lastInsertRowid } = this.#statements.add.run(snsId, lane, message, Date.now(), dueAtMs);
    return Number(lastInsertRowid);
  }

  due(nowMs: number, limit: number): QueuedMessage[] {
    return this.#statements.due.all(nowMs, limit).map((row) => queuedRow.parse(row));
  }

  nextDueAtMs(nowMs: number): number | undefined {
    const row = this.#statements.next.get(nowMs);
    return typeof row?.next === "number" ? row.next : undefined;
  }

  done({ seq }: QueuedMessage): void {
    this.#statements.done.run(seq);
  }

  /** Schedules another try after a failed one. Returns false after `MAX_ATTEMPTS` tries. */
  retry(message: QueuedMessage): boolean {
    const attempts = message.attempts + 1;
    if (attempts >= MAX_ATTEMPTS) return false;
    const waitMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(10, attempts - 1));
    this.#db.connection
      .prepare("UPDATE topic_message SET attempts = ?, due_at_ms = ? WHERE seq = ?")
      .run(attempts, Date.now() + waitMs, message.seq);
    return true;
  }
}

/** The statements are prepared once, because they run for every event. */
function prepare({ connection }: ChatDatabase) {
  return {
    add: connection.prepare(
      "INSERT INTO topic_message (sns_id, lane, message, created_at_ms, due_at_ms) VALUES (?, ?, ?, ?, ?)",
    ),
    due: connection.prepare("SELECT * FROM topic_message WHERE due_at_ms <= ? ORDER BY due_at_ms, seq LIMIT ?"),
    next: connection.prepare("SELECT min(due_at_ms) AS next FROM topic_message WHERE due_at_ms > ?"),
    done: connection.prepare("DELETE FROM topic_message WHERE seq = ?"),
  };
}
