import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const OWNER_ONLY = 0o600;
const SEAL_KEY_BYTES = 32;

export interface DataFolder {
  readonly path: string;
  /** A file name inside the folder. */
  file(name: string): string;
  unlock(): void;
}

/** Databases as SQLite names them, beside their journals: nothing else in the folder was ever written for others to read. */
const DATABASE = /\.(?:sqlite|db)(?:-\w+)?$/;

/** What was written before this one into a folder that others could read. */
function closeDatabases(path: string): void {
  for (const name of readdirSync(path)) if (DATABASE.test(name)) chmodSync(join(path, name), OWNER_ONLY);
}

/** Only its owner reads the folder, and what this process and the engines that it starts write from now on. */
function ownFolder(path: string): void {
  process.umask(0o077);
  mkdirSync(path, { recursive: true });
  try {
    chmodSync(path, 0o700);
  } catch (cause) {
    const advice = "set HERALD_DATA_DIR to a folder of your own";
    throw new Error(`the data folder ${path} cannot be made private: ${advice}`, { cause });
  }
}

/**
 * Opens the folder for this process alone. The lock is the operating system's, on an open file, so it ends with the process however
 * that ends. Throws when another stack holds it.
 */
export function openDataFolder(path: string): DataFolder {
  ownFolder(path);
  const lock = new DatabaseSync(join(path, "lock.sqlite"));
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
  } catch {
    lock.close();
    throw new Error(
      `another Herald already runs on the data folder ${path}: stop it, or set HERALD_DATA_DIR to another folder`,
    );
  }
  closeDatabases(path);
  return { path, file: (name) => join(path, name), unlock: () => lock.close() };
}

/** Whole or not at all, readable by its owner only. */
export function writePrivately(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, content, { mode: OWNER_ONLY });
  chmodSync(temporary, OWNER_ONLY);
  renameSync(temporary, file);
}

/** The key file that seals secrets where there is no KMS; made on the first start. */
export function sealKeyFile(folder: DataFolder): string {
  const file = folder.file("seal.key");
  if (!existsSync(file)) writePrivately(file, randomBytes(SEAL_KEY_BYTES).toString("hex"));
  return file;
}

/** Signs cursors; made from the key file, so that a cursor outlives a restart. */
export const cursorKey = (keyFile: string): string =>
  createHmac("sha256", readFileSync(keyFile, "utf8").trim()).update("cursors").digest("hex");

export function readJsonFile(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
