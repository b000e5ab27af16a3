/** Lambda writes such a line for a function that throws: the cause with its stack, in the form of the functions' own lines. */
export function writeCrash(event: string, functionName: string, error: unknown): void {
  const cause = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`${JSON.stringify({ level: "ERROR", message: event, function: functionName, error: cause })}\n`);
}
