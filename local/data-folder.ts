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
  /** A file name inside the folder. */
  file(name: string): string;
  unlock(): void;
  /** Unlocks the folder, and removes it when it was made for nothing. */
  giveUp(): void;
}

const LOCK = "lock.sqlite";
/** With less than this the engines cannot make their files. */
const ENOUGH_KILOBYTES = 20_000;

/** SQLite's own code for a lock that another holds. */
const SQLITE_BUSY = 5;

/**
 * Opens the folder for this process alone, and makes it when there is none. The lock is the operating system's, on an open file, so it
 * ends with the process however that ends. Throws when another stack holds it, when it cannot be used, or when its data have another shape.
 */
export function openDataFolder(path: string): DataFolder {
  const made: string[] = [];
  try {
    // From now on this process and the engines that it starts write for its owner alone.
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

/** Only its owner reads the folder, one that was there before too. */
function makePrivate(path: string): void {
  try {
    chmodSync(path, 0o700);
  } catch (cause) {
    throw new Error("it cannot be made private: set HERALD_DATA_DIR to a folder of your own", { cause });
  }
}

/** Databases as SQLite names them, beside their journals: nothing else in the folder was ever written for others to read. */
const DATABASE = /\.(?:sqlite|db)(?:-\w+)?$/;

/** Files that were written before this rule, into a folder that others could read. */
function closeDatabases(path: string): void {
  for (const name of readdirSync(path)) if (DATABASE.test(name)) chmodSync(join(path, name), OWNER_ONLY);
}

/**
 * Makes the folder and puts what had to be made into `made`, innermost first. One by one: Node's own way of making them all does not end where the system says that
 * a parent which is there does not exist, as in /proc.
 */
function makeFolder(path: string, made: string[]): void {
  const missing: string[] = [];
  let parent = path;
  for (; !existsSync(parent); parent = dirname(parent)) missing.push(parent);
  if (!statSync(parent).isDirectory()) throw new Error(`${parent} is not a folder`);
  for (const folder of missing.toReversed()) if (isMade(folder)) made.unshift(folder);
}

/** Another start may be making the same folder. */
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

/** Leaves the disk as it was, unless something else is there by now. */
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

/** The codes of a disk that takes nothing more. */
const DISK_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EROFS", "EIO", "ERR_SQLITE_ERROR"]);
/** In the words of SQLite inside the table engine, which is a program of its own. */
const DISK_PROBLEMS =
  /disk I\/O error|database or disk is full|readonly database|unable to open database file|No space left/i;

export function isStorageProblem(folder: string, error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isInside = "path" in error && String(error.path).startsWith(folder);
  return isInside || DISK_CODES.has(codeOf(error)) || DISK_PROBLEMS.test(error.message);
}

/** The storage's message, with the folder and its setting, and whether the disk is full. */
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
    // The folder is not there: its disk is not what is wrong.
    return undefined;
  }
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

/** Undefined where there is none. Throws with its name when it is damaged. */
export function readJsonFile(file: string): unknown {
  if (!existsSync(file)) return undefined;
  const text = readFileSync(file, "utf8");
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is damaged: put back a copy of it, or remove it to have it made again`);
  }
}
