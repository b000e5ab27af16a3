import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import * as z from "zod";
import { SettingsError, type StageSettings } from "./settings.ts";
import { stageFile, stageName } from "./stage-path.ts";

const exported = z.object({ settings: z.looseObject({}) });
/**
 * Reads the settings of a stage's file, or nothing if there is no file. Throws a `SettingsError` if it does not export
 * `settings`.
 */
export async function settingsOfStage(stage: unknown): Promise<Partial<StageSettings>> {
  const name = stageName.safeParse(stage);
  // The rule for the stage itself reports the mistake later.
  if (!name.success) return {};
  const file = stageFile(name.data);
  if (!existsSync(file)) return {};
  const read = exported.safeParse(await import(pathToFileURL(file).href));
  if (!read.success) throw new SettingsError(`config/${name.data}.ts must export an object called settings.`);
  return read.data.settings;
}
