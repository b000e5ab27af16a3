import { DatabaseSync } from "node:sqlite";
import * as z from "zod";

/** Identifies the progress of one reader in one shard. */
export interface ShardName {
  /** The name of the function that reads. */
  readonly reader: string;
  readonly stream: string;
  readonly shard: string;
}

export interface Checkpoint {
  /** The sequence number of the last processed record; undefined while none is processed. */
  readonly processedTo: string | undefined;
  /** The shard is closed and completely processed. */
  readonly isOver: boolean;
}

/** Remembers how far streams are processed, also after a restart. */
export interface Checkpoints {
  of(name: ShardName): Checkpoint;
  moveTo(name: ShardName, sequenceNumber: string): void;
  end(name: ShardName): void;
  /**
   * The position in a stream with only one open shard, as all streams of the embedded engine have. It is undefined for
   * other streams and while nothing is processed.
   */
  processedTo(reader: string, stream: string): string | undefined;
  /** Forgets all shards of the reader's stream except these. */
  keepOnly(reader: string, stream: string, shards: readonly string[]): void;
  close(): void;
}

const row = z.object({ shard: z.string(), processed_to: z.string().nullable(), is_over: z.number() });
const BEGINNING: Checkpoint = { processedTo: undefined, isOver: false };

/** Opens the file for checkpoints. A power failure may undo the newest checkpoints; their records are then processed again. */
export function openCheckpoints(file: string): Checkpoints {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS checkpoints (
      reader TEXT NOT NULL, stream TEXT NOT NULL, shard TEXT NOT NULL, processed_to TEXT, is_over INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (reader, stream, shard)
    ) WITHOUT ROWID`);
  const COLUMNS = "SELECT shard, processed_to, is_over FROM checkpoints WHERE reader = ? AND stream = ?";
  const find = database.prepare(`${COLUMNS} AND shard = ?`);
  const list = database.prepare(COLUMNS);
  const move = database.prepare(`INSERT INTO checkpoints (reader, stream, shard, processed_to) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET processed_to = excluded.processed_to`);
  const end = database.prepare(`INSERT INTO checkpoints (reader, stream, shard, is_over) VALUES (?, ?, ?, 1)
    ON CONFLICT DO UPDATE SET is_over = 1`);
  const remove = database.prepare("DELETE FROM checkpoints WHERE reader = ? AND stream = ? AND shard = ?");
  return {
    of({ reader, stream, shard }) {
      const found = find.get(reader, stream, shard);
      if (found === undefined) return BEGINNING;
      const { processed_to: processedTo, is_over: isOver } = row.parse(found);
      return { processedTo: processedTo ?? undefined, isOver: isOver === 1 };
    },
    moveTo: ({ reader, stream, shard }, sequenceNumber) => void move.run(reader, stream, shard, sequenceNumber),
    end: ({ reader, stream, shard }) => void end.run(reader, stream, shard),
    processedTo(reader, stream) {
      const [only, ...others] = list.all(reader, stream).map((one) => row.parse(one));
      return others.length === 0 && only?.is_over === 0 ? (only.processed_to ?? undefined) : undefined;
    },
    keepOnly(reader, stream, shards) {
      const known = list.all(reader, stream).map((one) => row.parse(one).shard);
      for (const shard of known) if (!shards.includes(shard)) remove.run(reader, stream, shard);
    },
    close: () => database.close(),
  };
}
