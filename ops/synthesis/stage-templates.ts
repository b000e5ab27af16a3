import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "aws-cdk-lib";
import { readSettings, type StageSettings } from "../../lib/cloud/settings.ts";
import { heraldStacks } from "../../lib/cloud/stacks.ts";
import { settingsOfStage } from "../../lib/cloud/stage-file.ts";
import { contextOfCdkJson } from "./cdk-context.ts";
import { emptyBundle, QUICK, smallPanel } from "./placeholder-builds.ts";

/**
 * Synthesises the templates of a stage as `npm run synth` does, but with placeholders for builds. Given settings
 * override those of the stage's file. Throws a `SettingsError`.
 */
export async function stageTemplates(stage: string, given: Partial<StageSettings>): Promise<readonly unknown[]> {
  const settings = { ...(await settingsOfStage(stage)), ...given };
  const folder = mkdtempSync(join(tmpdir(), "herald-synthesis-"));
  try {
    const context = { ...contextOfCdkJson(), ...QUICK, stage };
    const app = new App({ context, outdir: folder, builtinCloudFormationValidation: false });
    heraldStacks(app, readSettings(app.node, settings), { bundle: emptyBundle, panel: smallPanel(folder) });
    return app.synth().stacks.map(({ template }): unknown => template);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
