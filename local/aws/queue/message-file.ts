import { randomBytes } from "node:crypto";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import * as z from "zod";
import { CommitGroup } from "./commit-group.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS secret (value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS message (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    queue TEXT NOT NULL,
    id TEXT NOT NULL,
    grp TEXT,
    sentAt INTEGER NOT NULL,
    visibleAt INTEGER NOT NULL,
    receives INTEGER NOT NULL DEFAULT 0,
    queueReceives INTEGER NOT NULL DEFAULT 0,
    firstReceivedAt INTEGER,
    deadLetterSource TEXT,
    attributes TEXT NOT NULL,
    systemAttributes TEXT NOT NULL,
    body TEXT NOT NULL
  );`;

/** The stored content of a message. `attributes` and `systemAttributes` are JSON as it was sent. */
const storedMessage = z.object({
  id: z.string(),
  body: z.string(),
  attributes: z.string(),
  systemAttributes: z.string(),
  deadLetterSource: z.string().nullable(),
});
export type StoredMessage = z.infer<typeof storedMessage>;

/** The schedule of a message, which is all that is kept in memory. Times are epoch milliseconds. */
const schedule = z.object({
  seq: z.int(),
  queue: z.string(),
  group: z.string().nullable(),
  sentAt: z.int(),
  visibleAt: z.int(),
  /** Counts receives from all queues, as SQS does for ApproximateReceiveCount. */
  receives: z.int(),
  /** Counts receives from this queue, which is what the redrive policy looks at. */
  queueReceives: z.int(),
  firstReceivedAt: z.int().nullable(),
});
export type Schedule = z.infer<typeof schedule>;

const freedMessage = z.object({ queue: z.string(), body: z.string() });
export type FreedMessage = z.infer<typeof freedMessage>;

type Statement = "insert" | "read" | "received" | "hidden" | "moved" | "deleted";
const STATEMENTS: Record<Statement, string> = {
  insert:
    "INSERT INTO message (queue, id, grp, sentAt, visibleAt, attributes, systemAttributes, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  read: "SELECT id, body, attributes, systemAttributes, deadLetterSource FROM message WHERE seq = ?",
  received: "UPDATE message SET visibleAt = ?, receives = ?, queueReceives = ?, firstReceivedAt = ? WHERE seq = ?",
  hidden: "UPDATE message SET visibleAt = ? WHERE seq = ?",
  moved: "UPDATE message SET queue = ?, visibleAt = ?, queueReceives = 0, deadLetterSource = ? WHERE seq = ?",
  deleted: "DELETE FROM message WHERE seq = ?",
};

/** Stores the messages of all queues in one SQLite file. Writes are grouped; see `committed()`. */
export class MessageFile {
  readonly #db: DatabaseSync;
  readonly #group: CommitGroup;
  readonly #statements: Record<Statement, StatementSync>;
  /** Signs receipt handles, so that only handles of this file are accepted. */
  readonly secret: string;

  /** Throws if another process has the file open. */
  constructor(path: string, onAbort: () => void) {
    this.#db = openDatabase(path);
    this.#group = new CommitGroup(this.#db, onAbort);
    this.#statements = prepareAll(this.#db);
    this.secret = keptSecret(this.#db);
  }

  committed(): Promise<void> {
    return this.#group.committed();
  }

  /**
   * Makes messages ready again whose receivers are gone, ahead of messages that were never received. The interrupted
   * receive does not count for the redrive policy, because a machine that dies often must not turn healthy messages into
   * dead letters. A message that was sent with a delay keeps its delay. Returns the freed messages.
   */
  freeHeld(now: number): readonly FreedMessage[] {
    const free = this.#db.prepare(
      "UPDATE message SET visibleAt = sentAt, queueReceives = queueReceives - 1 WHERE queueReceives > 0 AND visibleAt > ? RETURNING queue, body",
    );
    return free.all(now).map((row) => freedMessage.parse(row));
  }

  load(): Schedule[] {
    const rows = this.#db
      .prepare(
        "SELECT seq, queue, grp AS 'group', sentAt, visibleAt, receives, queueReceives, firstReceivedAt FROM message ORDER BY visibleAt, seq",
      )
      .all();
    return rows.map((row) => schedule.parse(row));
  }

  insert(at: Pick<Schedule, "queue" | "group" | "sentAt" | "visibleAt">, message: StoredMessage): number {
    const { id, attributes, systemAttributes, body } = message;
    const values = [at.queue, id, at.group, at.sentAt, at.visibleAt, attributes, systemAttributes, body];
    return Number(this.#group.write(() => this.#statements.insert.run(...values)).lastInsertRowid);
  }

  read(seq: number): StoredMessage {
    return storedMessage.parse(this.#statements.read.get(seq));
  }

  received({ seq, visibleAt, receives, queueReceives, firstReceivedAt }: Schedule): void {
    const values = [visibleAt, receives, queueReceives, firstReceivedAt, seq];
    this.#group.write(() => this.#statements.received.run(...values));
  }

  hidden({ seq, visibleAt }: Schedule): void {
    this.#group.write(() => this.#statements.hidden.run(visibleAt, seq));
  }

  moved({ seq, queue, visibleAt }: Schedule, sourceArn: string): void {
    this.#group.write(() => this.#statements.moved.run(queue, visibleAt, sourceArn, seq));
  }

  deleted(seq: number): void {
    this.#group.write(() => this.#statements.deleted.run(seq));
  }

  purged(queue: string): void {
    this.#group.write(() => this.#db.prepare("DELETE FROM message WHERE queue = ?").run(queue));
  }

  close(): void {
    this.#group.commit();
    this.#db.close();
  }
}

/**
 * With WAL and synchronous=NORMAL a commit survives `kill -9`. After a power failure the last commits may be missing,
 * but none is half there, and the sweep sends again what the tables still call pending (D22).
 */
function openDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  try {
    db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
    db.exec(SCHEMA);
  } catch (cause) {
    db.close();
    throw new Error(`queue engine: cannot open ${path}: is another stack running on this data folder?`, { cause });
  }
  return db;
}

function prepareAll(db: DatabaseSync): Record<Statement, StatementSync> {
  const { insert, read, received, hidden, moved, deleted } = STATEMENTS;
  return {
    insert: db.prepare(insert),
    read: db.prepare(read),
    received: db.prepare(received),
    hidden: db.prepare(hidden),
    moved: db.prepare(moved),
    deleted: db.prepare(deleted),
  };
}

function keptSecret(db: DatabaseSync): string {
  const row = db.prepare("SELECT value FROM secret").get();
  if (row) return z.object({ value: z.string() }).parse(row).value;
  const value = randomBytes(32).toString("hex");
  db.prepare("INSERT INTO secret VALUES (?)").run(value);
  return value;
}
