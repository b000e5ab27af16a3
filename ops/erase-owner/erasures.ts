import { createHash } from "node:crypto";
import type { Owner } from "../../shared/kernel/owner.ts";

/** This partition of the notifications table has a record of each erasure. Like dead letters, the records expire. */
export const ERASURES = "ERASED#OWNERS";
/** Notes are kept one day longer than the backups of the tables reach back. */
const KEPT_SECONDS = 36 * 86_400;

/** A note contains only a hash of the owner's name. */
export const erasedName = (owner: string): string => createHash("sha256").update(owner).digest("hex");

/** Builds a note that makes a restore from a backup before `at` leave the owner out. */
export const erasureItem = (owner: Owner, atMs: number) => ({
  pk: ERASURES,
  sk: erasedName(owner),
  at: new Date(atMs).toISOString(),
  ttl: Math.floor(atMs / 1000) + KEPT_SECONDS,
});
