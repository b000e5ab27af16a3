import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";

/** The first bytes of every non-empty database (SQLite's file format, section 1.3). */
const HEADER = "SQLite format 3\0";
const DATABASE = /\.(?:sqlite|db)$/;
/** The check skips this file: another process may hold its lock, and opening and closing the file would release our own lock. */
const LOCKED = "lock.sqlite";
const BELOW = [join("chat-simulator", "chat.sqlite"), join("objects", "index.db")];

/**
 * Throws with the name of a file in the data folder that should be a database and is not. The engines' own errors do
 * not name the file.
 */
export function refuseDamagedDatabases(folder: string): void {
  const names = readdirSync(folder).filter((name) => DATABASE.test(name) && name !== LOCKED);
  for (const file of [...names, ...BELOW].map((name) => join(folder, name)).filter((name) => existsSync(name)))
    if (isDamaged(file)) throw new Error(`${file} is damaged: put back a copy of it, or move it away to begin without`);
}

function isDamaged(file: string): boolean {
  const descriptor = openSync(file, "r");
  try {
    const found = Buffer.alloc(HEADER.length);
    const length = readSync(descriptor, found, 0, HEADER.length, 0);
    return length > 0 && found.toString("latin1", 0, length) !== HEADER;
  } finally {
    closeSync(descriptor);
  }
}
