import * as z from "zod";

/** Revisions before 2025-06-18 have batches. This endpoint has no rate limit, so one request must not be worth thousands. */
const MAX_BATCH = 32;

const identified = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

/** Says what is wrong with a batch as a whole. Ids must differ: of two calls with the same id, only one would be answered. */
export function batchProblem(messages: readonly unknown[]): string | undefined {
  if (messages.length > MAX_BATCH) return `a batch may have at most ${MAX_BATCH} messages`;
  const ids = messages.flatMap((message) => identified.safeParse(message).data?.id ?? []);
  return new Set(ids).size < ids.length ? "a batch must not have an id twice" : undefined;
}
