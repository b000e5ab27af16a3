import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";

/** An event is kept for 30 days (D40b). */
export const KEPT_SECONDS = 30 * 86_400;
const DIGITS = 16;

export const feedPartition = (owner: Owner): string => `F#${owner}`;
const FLOOR_SK = "FLOOR";
/** The key of an owner's floor. It sorts before every chunk, so the partition's last item is the newest chunk, or else the floor. */
export const floorKey = (owner: Owner) => ({ pk: feedPartition(owner), sk: FLOOR_SK });
const CHUNK_PREFIX = "S#";
export const LAST_CHUNK = `${CHUNK_PREFIX}~`;
/** The sort key of a chunk, made of the position of its first event. */
export const chunkSk = (position: number): string => `${CHUNK_PREFIX}${String(position).padStart(DIGITS, "0")}`;

/** The item that says where and when the present chain of chunks began. */
export const floorItem = z.object({ sk: z.literal(FLOOR_SK), first: z.int().min(1), begunAt: z.number() });

export const chunkItem = z
  .object({
    sk: z.templateLiteral([CHUNK_PREFIX, z.string()]),
    count: z.int().min(1),
    compressed: z.instanceof(Uint8Array),
    ttl: z.number(),
  })
  .transform(({ sk, ...content }) => ({ first: Number(sk.slice(CHUNK_PREFIX.length)), ...content }));
