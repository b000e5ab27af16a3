import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** Writes JSON that only its owner may read, whole or not at all: a crash leaves the former version. */
export function writePrivateJson(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${process.pid}.tmp`;
  writeFileSync(unfinished, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(unfinished, path);
}
