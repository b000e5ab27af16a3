import type { DatabaseSync } from "node:sqlite";
import { type Deferred, deferred } from "../deferred.ts";

/**
 * All writes of one turn of the event loop share a transaction, and each caller answers its client only after
 * `committed()`. Sharing a commit among concurrent requests makes durable sends cheap.
 */
export class CommitGroup {
  readonly #db: DatabaseSync;
  readonly #onAbort: () => void;
  #open: Deferred<void> | undefined;

  /**
   * `onAbort` runs after a failed transaction was rolled back, because the state in memory no longer matches the file.
   */
  constructor(db: DatabaseSync, onAbort: () => void) {
    this.#db = db;
    this.#onAbort = onAbort;
  }

  /** Runs a write in the open transaction, and begins one if there is none. */
  write<T>(statement: () => T): T {
    this.#begin();
    try {
      return statement();
    } catch (error) {
      this.#abort(error);
      throw error;
    }
  }

  /** Settles when everything written so far is on disk, or at once if nothing is pending. */
  committed(): Promise<void> {
    return this.#open?.promise ?? Promise.resolve();
  }

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
    // The write of a timer has no waiting caller, so its failure is only reported through `onAbort`.
    group.promise.catch(() => {});
    this.#open = group;
    setImmediate(() => {
      if (this.#open === group) this.commit();
    });
  }

  #abort(error: unknown): void {
    const group = this.#open;
    this.#open = undefined;
    // SQLite may have rolled back by itself, for example on a full disk. Then there is no transaction to end.
    if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
    group?.reject(error);
    this.#onAbort();
  }
}
