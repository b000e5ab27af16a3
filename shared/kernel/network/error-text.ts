/** What an error of a socket says; where several addresses were tried, what each said. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(errorText).join("; ");
  return error instanceof Error ? error.message || error.name : String(error);
}
