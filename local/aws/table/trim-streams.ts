import { DatabaseSync } from "node:sqlite";

const EVERY_MS = 250;
/** A search locks the engine's file, so old records are only searched for at this interval. */
const AGED_EVERY_MS = 60_000;
/** Deleting this many ten times a second slows no write down. */
const RECORDS_AT_ONCE = 1000;
/** DynamoDB keeps the records of a stream for this time, even if they were not read. */
const KEPT_SECONDS = 86_400;
/** If the engine is writing, a trimming gives up after this time and is tried again later. */
const BUSY_MS = 20;
const SQLITE_BUSY = 5;

export interface TrimmedTable {
  readonly table: string;
  /** The last record that every reader has processed. */
  readonly processedTo: string | undefined;
}

/**
 * The last record of a table must stay, because the engine derives the next number from it and would start at 1 again.
 */
const TRIM = `DELETE FROM _stream_records WHERE id IN (
  SELECT id FROM (
    SELECT id, created_at, CAST(sequence_number AS INTEGER) AS number FROM _stream_records
    WHERE table_name = :table ORDER BY CAST(sequence_number AS INTEGER) LIMIT ${RECORDS_AT_ONCE}
  ) WHERE (number <= :processedTo OR created_at < :oldest)
    AND number < (SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records WHERE table_name = :table)
)`;

/** Deletes records from the embedded engine's streams, since the engine does not, and returns their number. */
export function trimStreams(database: DatabaseSync, tables: readonly TrimmedTable[], now: Date): number {
  const statement = database.prepare(TRIM);
  const oldest = Math.floor(now.getTime() / 1000) - KEPT_SECONDS;
  let deleted = 0;
  for (const { table, processedTo = "0" } of tables)
    deleted += Number(statement.run({ table, processedTo: BigInt(processedTo), oldest }).changes);
  return deleted;
}

/** Opens the engine's file for trimming. This connection never moves the write-ahead log into the file, as the engine does that. */
export function openForTrimming(databaseFile: string): DatabaseSync {
  const database = new DatabaseSync(databaseFile);
  database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0`);
  return database;
}

export interface Trimming {
  stop(): void;
}

/** Deletes old records of the streams at a fixed interval. */
export function startTrimming(
  databaseFile: string,
  tables: () => readonly TrimmedTable[],
  onProblem: (error: unknown) => void,
): Trimming {
  const database = openForTrimming(databaseFile);
  let trimmed = "";
  let trimmedAt = 0;
  const timer = setInterval(() => {
    try {
      const positions = tables();
      const now = new Date();
      const named = JSON.stringify(positions);
      // If no reader has advanced, only records that have become too old need to be deleted.
      if (named === trimmed && now.getTime() < trimmedAt + AGED_EVERY_MS) return;
      if (trimStreams(database, positions, now) > 0) return;
      trimmed = named;
      trimmedAt = now.getTime();
    } catch (error) {
      if (!isBusy(error)) onProblem(error);
    }
  }, EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      database.close();
    },
  };
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
