import { createHmac, randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { reasonOf } from "../lib/reason.ts";
import { refuseDamagedDatabases } from "./damaged-databases.ts";
import { noteShape, refuseOtherShape, shapeFile } from "./data-shape.ts";

const OWNER_ONLY = 0o600;
const SEAL_KEY_BYTES = 32;

export interface DataFolder {
  readonly path: string;
  /** Returns the path of a file inside the folder. */
  file(name: string): string;
  unlock(): void;
  /** Unlocks the folder, and removes it if this start created it. */
  giveUp(): void;
}

const LOCK = "lock.sqlite";
/** The free space that the engines need to create their files. */
const ENOUGH_KILOBYTES = 20_000;

/** SQLite's error code for a file that is locked by another process. */
const SQLITE_BUSY = 5;

/**
 * Opens the folder for this process alone and creates it if needed. The lock is on an open file, so the operating system
 * releases it when the process ends in any way. Throws if another stack holds the lock, if the folder cannot be used, or
 * if this version cannot read the data's shape.
 */
export function openDataFolder(path: string): DataFolder {
  const made: string[] = [];
  try {
    // From here on this process and its engines create files that only their owner can read.
    process.umask(0o077);
    makeFolder(path, made);
    makePrivate(path);
    refuseDamagedDatabases(path);
    refuseOtherShape(path);
    const lock = lockIn(path);
    noteShape(path);
    closeDatabases(path);
    const unlock = () => lock.close();
    const giveUp = () => {
      unlock();
      removeMade(made, path);
    };
    return { path, file: (name) => join(path, name), unlock, giveUp };
  } catch (error) {
    if (isBusy(error)) throw alreadyRuns(path);
    removeMade(made, path);
    throw folderProblem(path, error);
  }
}

/** Makes the folder readable only for its owner, even if it existed before. */
function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch (cause) {
    throw new Error("it cannot be made private: set HERALD_DATA_DIR to a folder of your own", { cause });
  }
}

/** Matches SQLite's databases and their journals, the only files that older versions made readable for other users. */
const DATABASE = /\.(?:sqlite|db)(?:-\w+)?$/;

/** Older versions may have written these files with wider permissions into a folder that others could read. */
function closeDatabases(path: string): void {
  for (const name of readdirSync(path)) if (DATABASE.test(name)) chmodSync(join(path, name), OWNER_ONLY);
}

/**
 * Creates the folder and its missing parents, and adds them to `made`, innermost first. It creates them one by one,
 * because Node's recursive `mkdir` does not end where the system claims that an existing parent does not exist, as in
 * /proc.
 */
function makeFolder(path: string, made: string[]): void {
  const missing: string[] = [];
  let parent = path;
  for (; !existsSync(parent); parent = dirname(parent)) missing.push(parent);
  if (!statSync(parent).isDirectory()) throw new Error(`${parent} is not a folder`);
  for (const folder of missing.toReversed()) if (isMade(folder)) made.unshift(folder);
}

/** Another start may be creating the same folder. */
function isMade(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST" && existsSync(folder)) return false;
    throw error;
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

function lockIn(path: string): DatabaseSync {
  const lock = new DatabaseSync(join(path, LOCK));
  try {
    lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;");
  } catch (error) {
    lock.close();
    throw error;
  }
  return lock;
}

/** Removes the folders that this start created, unless they contain other files by now. */
function removeMade(made: readonly string[], path: string): void {
  if (made.length === 0) return;
  for (const file of [join(path, LOCK), shapeFile(path)]) rmSync(file, { force: true });
  for (const folder of made) {
    try {
      rmdirSync(folder);
    } catch {
      return;
    }
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;

const alreadyRuns = (path: string): Error =>
  new Error(
    `another Herald already runs on the data folder ${path}: stop it, or set HERALD_DATA_DIR to another folder`,
  );

/** Error codes of a disk that cannot be written. */
const DISK_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "ERR_SQLITE_ERROR"]);
/** The same errors as the table engine, a separate program, reports them with SQLite's texts. */
const DISK_PROBLEMS =
  /disk I\/O error|database or disk is full|readonly database|unable to open database file|No space left/i;

export function isStorageProblem(folder: string, error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isInside = "path" in error && String(error.path).startsWith(folder);
  return isInside || DISK_CODES.has(codeOf(error)) || DISK_PROBLEMS.test(error.message);
}

/** Adds the folder, its setting and, on a full disk, the free space to the storage's message. */
export function folderProblem(path: string, cause: unknown): Error {
  const free = freeKilobytes(path);
  const space = free === undefined || free > ENOUGH_KILOBYTES ? "" : `; its disk has ${free} kB free`;
  return new Error(`the data folder ${path} (HERALD_DATA_DIR) cannot be used: ${reasonOf(cause)}${space}`, { cause });
}

function freeKilobytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path);
    return Math.floor((bavail * bsize) / 1024);
  } catch {
    // The folder does not exist, so a full disk is not the problem.
    return undefined;
  }
}

/** Writes a file by a rename, readable only for its owner. */
export function writePrivately(file: string, content: string): void {
  const temporary = `${file}.${process.pid}.tmp`;
  writeFileSync(temporary, content, { mode: OWNER_ONLY });
  chmodSync(temporary, OWNER_ONLY);
  renameSync(temporary, file);
}

/** Returns the key file that seals secrets in place of KMS. The first start creates it. */
export function sealKeyFile(folder: DataFolder): string {
  const file = folder.file("seal.key");
  if (!existsSync(file)) writePrivately(file, randomBytes(SEAL_KEY_BYTES).toString("hex"));
  return file;
}

/** Derives the key that signs cursors from the key file, so that cursors outlive a restart. */
export const cursorKey = (keyFile: string): string =>
  createHmac("sha256", readFileSync(keyFile, "utf8").trim()).update("cursors").digest("hex");

/** Reads a JSON file, or returns undefined if there is none. Throws with its name if it is damaged. */
export function readJsonFile(file: string): unknown {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is damaged: put back a copy of it, or remove it to have it made again`);
  }
}
