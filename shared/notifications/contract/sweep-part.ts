import * as z from "zod";

/** The schedule of the sweep calls several runs at once, and each has a part of the shards: every `of`th, from `part` on. */
const sweepPart = z.object({ part: z.int().nonnegative(), of: z.int().positive() }).refine(({ part, of }) => part < of);
export type SweepPart = z.output<typeof sweepPart>;

export const ALL_SHARDS: SweepPart = { part: 0, of: 1 };

/** Reads the event of a run. A run whose event names no part has all shards, so that an operator can start one by hand. */
export function readSweepPart(event: unknown): SweepPart {
  const { data = ALL_SHARDS } = sweepPart.safeParse(event);
  return data;
}
