import * as z from "zod";

/** Revisions before 2025-06-18 have batches. No rate limit stands before this endpoint: one request must not be worth thousands. */
const MAX_BATCH = 32;

const identified = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

/** What is wrong with a batch as a whole. An id that stands there twice would be answered once, and perhaps before its second call ends. */
export function batchProblem(messages: readonly unknown[]): string | undefined {
  if (messages.length > MAX_BATCH) return `a batch may have at most ${MAX_BATCH} messages`;
  const ids = messages.flatMap((message) => identified.safeParse(message).data?.id ?? []);
  return new Set(ids).size < ids.length ? "a batch must not have an id twice" : undefined;
}
