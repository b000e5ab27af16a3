import { readFileSync } from "node:fs";
import * as z from "zod";

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** Returns the context that `cdk synth` would pass on. The CDK reads `cdk.json` only in its own command. */
export const contextOfCdkJson = (): Record<string, unknown> =>
  cdkJson.parse(JSON.parse(readFileSync(new URL("../../cdk.json", import.meta.url), "utf8"))).context;
