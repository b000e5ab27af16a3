import { readFileSync } from "node:fs";
import type { Node } from "constructs";
import * as z from "zod";
import { SettingsError, type StageSettings } from "../../lib/cloud/settings.ts";

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** Returns the context that `cdk synth` would pass on. The CDK reads `cdk.json` only in its own command. */
export const contextOfCdkJson = (): Record<string, unknown> =>
  cdkJson.parse(JSON.parse(readFileSync(new URL("../../cdk.json", import.meta.url), "utf8"))).context;

/**
 * Throws a `SettingsError` if the command line gives another value for a setting that the stage's file has. The value of
 * the file would win without a word, and a value that held for one deployment would be lost with the next one.
 */
export function refuseHiddenSettings(
  context: Pick<Node, "tryGetContext">,
  ofStage: Partial<StageSettings>,
  cdkJsons: Readonly<Record<string, unknown>> = contextOfCdkJson(),
): void {
  const hidden = Object.entries(ofStage).flatMap(([name, value]) => {
    const given: unknown = context.tryGetContext(name);
    const isPassed = given !== undefined && given !== cdkJsons[name];
    return isPassed && String(given) !== String(value) ? [name] : [];
  });
  if (hidden.length === 0) return;
  throw new SettingsError(
    `The stage's file in config/ sets ${hidden.join(", ")}. Change it there: -c name=value is for settings that the file does not have.`,
  );
}
