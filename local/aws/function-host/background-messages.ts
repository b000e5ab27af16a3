import * as z from "zod";

/** Messages that the main thread sends to the background thread. */
export const order = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("invoke"), id: z.number(), name: z.string(), event: z.unknown() }),
  /** Tells the thread to start no more scheduled runs and to stop reading streams. */
  z.object({ kind: z.literal("rest") }),
  /** Tells the thread to end once running streams and schedules have finished. */
  z.object({ kind: z.literal("stop") }),
]);
export type Order = z.infer<typeof order>;

/** Messages that the background thread sends back. */
export const report = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({ kind: z.literal("answered"), id: z.number(), answer: z.unknown() }),
  z.object({ kind: z.literal("failed"), id: z.number(), error: z.string() }),
]);
export type Report = z.infer<typeof report>;
