import { invalid } from "../kernel/refusal.ts";

/** Sorts the keys, so that the order in which a client writes its fields does not matter. */
export function canonicalJson(value: unknown): string {
  return refusedWhereTooDeep(() =>
    JSON.stringify(value, (_key, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ),
  );
}

/** Some fields may have any shape, and a body may nest them so deeply that the stack is exhausted. */
function refusedWhereTooDeep(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (error instanceof RangeError) throw invalid("invalid request body");
    throw error;
  }
}
