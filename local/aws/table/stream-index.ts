import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** For an engine that writes at this moment. */
const BUSY_MS = 10_000;

/**
 * The engine numbers a change of a table with a stream by the greatest number so far, which it looks for among all changes: each write
 * takes longer than the one before it. With this index it takes as long as without a stream. Without the engine's own file or table nothing happens.
 */
export function indexStreams(databaseFile: string): void {
  if (!existsSync(databaseFile)) return;
  const database = new DatabaseSync(databaseFile);
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    const hasStreams = database.prepare(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '_stream_records'",
    );
    if (hasStreams.get() === undefined) return;
    database.exec(
      "CREATE INDEX IF NOT EXISTS herald_stream_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))",
    );
  } finally {
    database.close();
  }
}
