import * as z from "zod";

/** The sweep's schedule starts several runs at once. Each run has the shards whose number modulo `of` is `part`. */
const sweepPart = z.object({ part: z.int().nonnegative(), of: z.int().positive() }).refine(({ part, of }) => part < of);
export type SweepPart = z.output<typeof sweepPart>;

export const ALL_SHARDS: SweepPart = { part: 0, of: 1 };

/** Reads the event of a run. A run whose event names no part has all shards, so that an operator can start one by hand. */
export function readSweepPart(event: unknown): SweepPart {
  const { data = ALL_SHARDS } = sweepPart.safeParse(event);
  return data;
}
