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
  return name.success ? settingsInFile(name.data) : {};
}

/** Reads the settings of a file of `config` by its name, as `settingsOfStage` does. */
export async function settingsInFile(name: string): Promise<Partial<StageSettings>> {
  const file = stageFile(name);
  if (!existsSync(file)) return {};
  const read = exported.safeParse(await import(pathToFileURL(file).href));
  if (!read.success) throw new SettingsError(`config/${name}.ts must export an object called settings.`);
  return read.data.settings;
}
