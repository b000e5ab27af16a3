import { createReadStream, existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { LogSource } from "./find-trace.ts";

/** The log files of the local stack, older first, and of a rehearsal. */
const FILES = ["log.1.jsonl", "log.jsonl", "functions.log"];
const MAX_LINES = 5000;

/** Reads the lines in the data folder of the local stack or of a rehearsal. */
export const keptLog = (dataDir: string): LogSource => ({
  async linesWith(texts) {
    const files = FILES.map((name) => join(dataDir, name)).filter((file) => existsSync(file));
    if (files.length === 0)
      throw new Error(
        `there is no log in ${dataDir}: start it (npm start), or name another with --data-dir or --stage`,
      );
    const found: string[] = [];
    for (const file of files) found.push(...(await linesIn(file, texts)));
    return found;
  },
});

async function linesIn(file: string, texts: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file, "utf8") })) {
    if (texts.some((text) => line.includes(text))) found.push(line);
    if (found.length === MAX_LINES) break;
  }
  return found;
}
