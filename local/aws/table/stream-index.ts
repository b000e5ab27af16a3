import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

/** How long to wait while the engine is writing. */
const BUSY_MS = 10_000;

/**
 * Adds an index to the engine's file. To number a change, the engine searches all changes of the table for the greatest
 * number, so without the index each write would take longer than the one before. Does nothing if the file or its table
 * of changes does not exist.
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
