import { setTimeout as pause } from "node:timers/promises";
import { Refusal } from "./refusal.ts";
import { OtherRevisionError } from "./revision.ts";

const MAX_TRIES = 15;
const FIRST_PAUSE_MS = 15;
const MAX_PAUSE_MS = 400;

/** Others changed the same record during every try. Nothing was written. */
export class WriteConflictError extends Error {
  override readonly name = "WriteConflictError";
}

/** A write returns this when the record has changed since it was read. */
export const CHANGED = Symbol("changed");

/**
 * Runs a write that depends on the current record, and runs it again after a growing pause when others have changed the
 * record meanwhile. Throws `WriteConflictError` after too many tries.
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

const CHANGED_MEANWHILE = "changed meanwhile";

/** Turns a lost conflict, or another revision than the caller has seen, into a refusal. Any other error stays as it is. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof WriteConflictError) return new Refusal("write_conflict", CHANGED_MEANWHILE, { cause: error });
  if (error instanceof OtherRevisionError)
    return new Refusal("version_conflict", CHANGED_MEANWHILE, { cause: error, present: error.present });
  return error;
}
