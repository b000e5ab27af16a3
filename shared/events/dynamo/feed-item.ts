import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";

/** D40b. */
export const KEPT_SECONDS = 30 * 86_400;
const DIGITS = 16;

export const feedPartition = (owner: Owner): string => `F#${owner}`;
/** Sorts below every chunk. */
export const headKey = (owner: Owner) => ({ pk: feedPartition(owner), sk: "HEAD" });
const CHUNK_PREFIX = "S#";
export const LAST_CHUNK = `${CHUNK_PREFIX}~`;
/** By the position of its first event. */
export const chunkSk = (position: number): string => `${CHUNK_PREFIX}${String(position).padStart(DIGITS, "0")}`;

export const headItem = z.object({ position: z.int().min(1) });

export const chunkItem = z.object({
  sk: z.templateLiteral([CHUNK_PREFIX, z.string()]).transform((sk) => Number(sk.slice(CHUNK_PREFIX.length))),
  count: z.int().min(1),
  compressed: z.instanceof(Uint8Array),
  ttl: z.number(),
});
