import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { comparableAddress } from "./envelope-address.ts";
import { HEADER_BYTES } from "./message-header.ts";

/** A message as the SMTP client sent it. `raw` does not contain the dots that SMTP adds. */
export interface ReceivedMessage {
  mailFrom: string;
  rcptTo: string[];
  raw: Uint8Array;
}

const storedMessage = z.object({
  seq: z.number(),
  received_at: z.string(),
  mail_from: z.string(),
  rcpt_to: z.string().transform((json) => z.array(z.string()).parse(JSON.parse(json))),
  size: z.number(),
  raw: z.instanceof(Uint8Array),
});

/** A stored message. In lists, `raw` is only its beginning. */
export type StoredMessage = z.infer<typeof storedMessage>;

interface Waiting {
  message: ReceivedMessage;
  receivedAt: string;
  kept: () => void;
  refused: (error: unknown) => void;
}

/** At most this many counters of `defer<N>` addresses are kept across restarts. The oldest counters are dropped. */
const MAX_DEFERRALS = 100_000;

/**
 * WAL without syncing: an acknowledged message is with the operating system and survives `kill -9`. It may not survive
 * a power failure, which is acceptable for a development mailbox.
 */
const SCHEMA = `
  PRAGMA synchronous = OFF;
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS message (seq INTEGER PRIMARY KEY AUTOINCREMENT, received_at TEXT NOT NULL, mail_from TEXT NOT NULL,
    rcpt_to TEXT NOT NULL, size INTEGER NOT NULL, raw BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS recipient (address TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (address, seq)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS recipient_by_message ON recipient (seq);
  CREATE TABLE IF NOT EXISTS deferral (id INTEGER PRIMARY KEY, address TEXT NOT NULL UNIQUE, attempts INTEGER NOT NULL);
  DELETE FROM deferral WHERE id <= (SELECT max(id) FROM deferral) - ${MAX_DEFERRALS};
`;

/** Stores the newest `keep` messages in one SQLite file. */
export class MessageStore {
  readonly #db: DatabaseSync;
  readonly #keep: number;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #listeners = new Set<() => void>();
  #waiting: Waiting[] = [];

  constructor(file: string, keep: number) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.#db = new DatabaseSync(file);
    this.#db.exec(SCHEMA);
    this.#keep = keep;
    this.#statements = prepare(this.#db);
    this.#transaction(() => this.#forgetOldest());
  }

  /**
   * Resolves when the message would survive the end of this process. All messages of one turn of the event loop share a
   * commit.
   */
  add(message: ReceivedMessage): Promise<void> {
    return new Promise((kept, refused) => {
      if (this.#waiting.length === 0) setImmediate(() => this.flush());
      this.#waiting.push({ message, receivedAt: new Date().toISOString(), kept, refused });
    });
  }

  /** Commits waiting messages now. */
  flush(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    if (batch.length === 0) return;
    try {
      this.#transaction(() => {
        for (const waiting of batch) this.#insert(waiting);
        this.#forgetOldest();
      });
    } catch (error) {
      for (const { refused } of batch) refused(error);
      return;
    }
    for (const { kept } of batch) kept();
    this.#announce();
  }

  /** Lists messages, the newest first. `to` is one recipient of the envelope, in any letter case. */
  list({ to, limit }: { to?: string | undefined; limit: number }): StoredMessage[] {
    const { newest, newestTo } = this.#statements;
    const rows = to === undefined ? newest.all(limit) : newestTo.all(comparableAddress(to), limit);
    return rows.map((row) => storedMessage.parse(row));
  }

  find(seq: number): StoredMessage | undefined {
    const row = this.#statements.one.get(seq);
    return row && storedMessage.parse(row);
  }

  clear(): void {
    this.#transaction(() => this.#db.exec("DELETE FROM message; DELETE FROM recipient;"));
    this.#announce();
  }

  /** Returns true for the first `times` attempts at this address, counted across restarts. */
  defers(address: string, times: number): boolean {
    const key = comparableAddress(address);
    const row = z.object({ attempts: z.number() }).optional().parse(this.#statements.attempts.get(key));
    if ((row?.attempts ?? 0) >= times) return false;
    this.#statements.countAttempt.run(key);
    return true;
  }

  /** Calls `listener` once after every commit. Returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.flush();
    this.#db.close();
  }

  #insert({ message: { mailFrom, rcptTo, raw }, receivedAt }: Waiting): void {
    const { lastInsertRowid } = this.#statements.insert.run(
      receivedAt,
      mailFrom,
      JSON.stringify(rcptTo),
      raw.byteLength,
      raw,
    );
    for (const address of rcptTo) this.#statements.insertRecipient.run(comparableAddress(address), lastInsertRowid);
  }

  /** Deletes all but the newest `keep` messages. The numbers of stored messages have no gaps, so these are a range. */
  #forgetOldest(): void {
    this.#statements.forgetRecipients.run(this.#keep);
    this.#statements.forget.run(this.#keep);
  }

  #transaction(work: () => void): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.#db.exec("COMMIT");
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

function prepare(db: DatabaseSync) {
  const columns = "seq, received_at, mail_from, rcpt_to, size";
  const listed = `${columns}, substr(raw, 1, ${HEADER_BYTES}) AS raw`;
  return {
    insert: db.prepare("INSERT INTO message (received_at, mail_from, rcpt_to, size, raw) VALUES (?, ?, ?, ?, ?)"),
    insertRecipient: db.prepare("INSERT OR IGNORE INTO recipient (address, seq) VALUES (?, ?)"),
    forget: db.prepare("DELETE FROM message WHERE seq <= (SELECT max(seq) FROM message) - ?"),
    forgetRecipients: db.prepare("DELETE FROM recipient WHERE seq <= (SELECT max(seq) FROM message) - ?"),
    newest: db.prepare(`SELECT ${listed} FROM message ORDER BY seq DESC LIMIT ?`),
    newestTo: db.prepare(
      `SELECT ${listed} FROM message JOIN recipient USING (seq) WHERE address = ? ORDER BY seq DESC LIMIT ?`,
    ),
    one: db.prepare(`SELECT ${columns}, raw FROM message WHERE seq = ?`),
    attempts: db.prepare("SELECT attempts FROM deferral WHERE address = ?"),
    countAttempt: db.prepare(
      "INSERT INTO deferral (address, attempts) VALUES (?, 1) ON CONFLICT (address) DO UPDATE SET attempts = attempts + 1",
    ),
  };
}
