import * as z from "zod";

/** Messages of the main thread to the background thread. */
export const order = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("invoke"), id: z.number(), name: z.string(), event: z.unknown() }),
  /** No schedule starts a run any more, and no records are taken from streams. */
  z.object({ kind: z.literal("rest") }),
  /** The end, once what a stream or a schedule still runs is through. */
  z.object({ kind: z.literal("stop") }),
]);
export type Order = z.infer<typeof order>;

/** And what it hears back. */
export const report = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("answered"), id: z.number(), answer: z.unknown() }),
  z.object({ kind: z.literal("failed"), id: z.number(), error: z.string() }),
]);
export type Report = z.infer<typeof report>;
