import type { DatabaseSync } from "node:sqlite";
import { type Deferred, deferred } from "../deferred.ts";

/**
 * Group commit: all writes of one turn of the event loop share a transaction, and each caller answers its client only after
 * `committed()`. One commit for many concurrent requests is what makes durable sends cheap.
 */
export class CommitGroup {
  readonly #db: DatabaseSync;
  readonly #onAbort: () => void;
  #open: Deferred<void> | undefined;

  /** `onAbort` runs after a failed transaction was rolled back: what was kept in memory about its writes is wrong by then. */
  constructor(db: DatabaseSync, onAbort: () => void) {
    this.#db = db;
    this.#onAbort = onAbort;
  }

  /** Runs a write within the open transaction, beginning one if there is none. */
  write<T>(statement: () => T): T {
    this.#begin();
    try {
      return statement();
    } catch (error) {
      this.#abort(error);
      throw error;
    }
  }

  /** Settles when everything written so far is on disk; at once when nothing is waiting. */
  committed(): Promise<void> {
    return this.#open?.promise ?? Promise.resolve();
  }

  /** Ends the open transaction now. */
  commit(): void {
    const group = this.#open;
    if (!group) return;
    try {
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#abort(error);
      return;
    }
    this.#open = undefined;
    group.resolve();
  }

  #begin(): void {
    if (this.#open) return;
    this.#db.exec("BEGIN");
    const group = deferred<void>();
    // Nobody may be waiting (a timer's write): a failure then shows in `onAbort` only.
    group.promise.catch(() => {});
    this.#open = group;
    setImmediate(() => {
      if (this.#open === group) this.commit();
    });
  }

  #abort(error: unknown): void {
    const group = this.#open;
    this.#open = undefined;
    // SQLite rolls back by itself on a full disk, for one; then there is no transaction to end.
    if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
    group?.reject(error);
    this.#onAbort();
  }
}
