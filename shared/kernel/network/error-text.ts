/** Returns the text of a socket's error, or all texts when several addresses were tried. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorText).join("; ");
  return error instanceof Error ? error.message || error.name : String(error);
}
