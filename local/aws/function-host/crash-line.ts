/**
 * Writes a log line for a function that threw, as Lambda does: the error with its stack, in the format of the
 * functions' own lines.
 */
export function writeCrash(event: string, functionName: string, error: unknown): void {
  const cause = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${JSON.stringify({ level: "ERROR", message: event, function: functionName, error: cause })}\n`);
}
