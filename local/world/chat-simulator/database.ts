import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * WAL without syncing: acknowledged writes are with the operating system and survive `kill -9`. They may not survive a
 * power failure, which is acceptable for a development tool.
 */
const SCHEMA = `
  PRAGMA synchronous = OFF;
  PRAGMA journal_mode = WAL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS number (origination_phone_number_id TEXT PRIMARY KEY, business_account_id TEXT NOT NULL,
    provider_business_account_id TEXT NOT NULL, provider_phone_number_id TEXT NOT NULL UNIQUE, display_phone_number TEXT NOT NULL,
    linked_at_ms INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS outbound (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT NOT NULL UNIQUE, wamid TEXT NOT NULL UNIQUE,
    origination_phone_number_id TEXT NOT NULL, customer TEXT NOT NULL, message TEXT NOT NULL, received_at_ms INTEGER NOT NULL);
  CREATE INDEX IF NOT EXISTS outbound_by_customer ON outbound (customer, id);
  CREATE TABLE IF NOT EXISTS status (seq INTEGER PRIMARY KEY AUTOINCREMENT, outbound_id INTEGER NOT NULL, status TEXT NOT NULL,
    at_ms INTEGER NOT NULL, errors TEXT);
  CREATE INDEX IF NOT EXISTS status_by_message ON status (outbound_id, seq);
  CREATE TABLE IF NOT EXISTS inbound (id INTEGER PRIMARY KEY AUTOINCREMENT, wamid TEXT NOT NULL UNIQUE,
    origination_phone_number_id TEXT NOT NULL, customer TEXT NOT NULL, user_id TEXT NOT NULL, profile_name TEXT NOT NULL,
    message TEXT NOT NULL, sent_at_ms INTEGER NOT NULL, is_read INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS inbound_by_customer ON inbound (customer, id);
  CREATE INDEX IF NOT EXISTS inbound_by_user ON inbound (user_id, id);
  CREATE TABLE IF NOT EXISTS service_window (origination_phone_number_id TEXT NOT NULL, customer TEXT NOT NULL, last_ms INTEGER NOT NULL,
    PRIMARY KEY (origination_phone_number_id, customer)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS template (seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, waba TEXT NOT NULL, name TEXT NOT NULL,
    language TEXT NOT NULL, category TEXT NOT NULL, status TEXT NOT NULL, quality TEXT NOT NULL, definition TEXT NOT NULL,
    review_at_ms INTEGER, UNIQUE (waba, name, language));
  CREATE TABLE IF NOT EXISTS media (id TEXT PRIMARY KEY, origination_phone_number_id TEXT NOT NULL, mime_type TEXT NOT NULL,
    size INTEGER NOT NULL, expires_at_ms INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS topic_message (seq INTEGER PRIMARY KEY AUTOINCREMENT, sns_id TEXT NOT NULL, lane TEXT NOT NULL,
    message TEXT NOT NULL, created_at_ms INTEGER NOT NULL, due_at_ms INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX IF NOT EXISTS topic_message_by_due ON topic_message (due_at_ms, seq);
`;

/** The simulator's only SQLite file, with transactions across its stores. */
export class ChatDatabase {
  readonly connection: DatabaseSync;

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    this.connection = new DatabaseSync(file);
    this.connection.exec(SCHEMA);
  }

  /** Runs everything or nothing. Transactions cannot be nested. */
  transaction<T>(work: () => T): T {
    this.connection.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.connection.exec("COMMIT");
      return result;
    } catch (error) {
      this.connection.exec("ROLLBACK");
      throw error;
    }
  }

  close(): void {
    this.connection.close();
  }
}
