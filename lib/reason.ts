const MOST_CAUSES = 5;

/**
 * Returns one line that says why something failed, including causes, because `fetch`, for example, hides the reason in
 * `cause`.
 */
export function reasonOf(error: unknown, causes = MOST_CAUSES): string {
  if (!(error instanceof Error)) return String(error);
  const inner: unknown = error.cause ?? (error instanceof AggregateError ? error.errors[0] : undefined);
  const own = (error.message || error.name).replace(/\s*\n\s*/g, " ");
  if (inner === undefined || causes === 0) return own;
  const below = reasonOf(inner, causes - 1);
  if (error.message === "") return below;
  return own.includes(below) ? own : `${own}: ${below}`;
}
