import { createHash } from "node:crypto";
import type { Owner } from "../../shared/kernel/owner.ts";

/** The one partition of erasures, in the table of notifications: beside the dead letters, and like those it expires. */
export const ERASURES = "ERASED#OWNERS";
/** A day longer than the tables' backups reach back. */
const KEPT_SECONDS = 36 * 86_400;

/** An erasure is noted without the owner's name. */
export const erasedName = (owner: string): string => createHash("sha256").update(owner).digest("hex");

/** A restore from a backup from before `at` leaves the owner out. */
export const erasureItem = (owner: Owner, atMs: number) => ({
  pk: ERASURES,
  sk: erasedName(owner),
  at: new Date(atMs).toISOString(),
  ttl: Math.floor(atMs / 1000) + KEPT_SECONDS,
});
