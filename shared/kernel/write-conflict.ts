import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "./refusal.ts";

const MAX_TRIES = 15;
const FIRST_PAUSE_MS = 15;
const MAX_PAUSE_MS = 400;

/** Others wrote the same record each time that this write looked again. Nothing of it was written. */
export class WriteConflictError extends Error {
  override readonly name = "WriteConflictError";
}

/** What a write says that found the record changed since it was read. */
export const CHANGED = Symbol("changed");

/**
 * Writes what follows from a record as it stands, and looks again after a growing pause when others have changed it meanwhile.
 * Throws `WriteConflictError` once it has looked often enough.
 */
export async function lookingAgain<Result>(
  what: string,
  write: () => Promise<Result | typeof CHANGED>,
): Promise<Result> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const written = await write();
    if (written !== CHANGED) return written;
    await pause(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** tries));
  }
  throw new WriteConflictError(`${what} kept changing while it was being written`);
}

/** The caller may repeat what lost against others; any other error stays as it is. */
export const asRefusal = (error: unknown): unknown =>
  error instanceof WriteConflictError ? new Refusal("write_conflict", "changed meanwhile", { cause: error }) : error;
