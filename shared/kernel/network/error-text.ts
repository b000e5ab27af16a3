/** The text of a socket's error; where several addresses were tried, the text of each. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorText).join("; ");
  return error instanceof Error ? error.message || error.name : String(error);
}
