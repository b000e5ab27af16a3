import { existsSync } from "node:fs";
import { stageFile } from "../../lib/cloud/stage-path.ts";
import { UsageError } from "../../lib/command-line.ts";

/** Throws unless `config` has a file for the stage. */
export function requireStage(stage: string): void {
  if (!existsSync(stageFile(stage)))
    throw new UsageError(`there is no config/${stage}.ts: copy config/prod.example.ts or config/dev.ts`);
}
