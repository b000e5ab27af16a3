import { existsSync } from "node:fs";
import { stageFile } from "../../lib/cloud/stage-path.ts";
import { UsageError } from "../../lib/command-line.ts";

/** A stage is a file in `config`. */
export function requireStage(stage: string): void {
  if (!existsSync(stageFile(stage)))
    throw new UsageError(`there is no config/${stage}.ts: copy config/prod.example.ts or config/dev.ts`);
}
