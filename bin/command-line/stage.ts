import { existsSync } from "node:fs";
import { stageFile } from "../../lib/cloud/stage-path.ts";
import { UsageError } from "../../lib/command-line.ts";

/** Throws unless `config` has a file for the stage. */
export function requireStage(stage: string): void {
  if (!existsSync(stageFile(stage)))
    throw new UsageError(`there is no config/${stage}.ts: copy config/prod.example.ts or config/dev.ts`);
}

/** Names the example of a stage that has no file of its own yet; undefined for any other stage. */
export function exampleOfStage(stage: string): string | undefined {
  const example = `${stage}.example`;
  return !existsSync(stageFile(stage)) && existsSync(stageFile(example)) ? example : undefined;
}
