import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import * as z from "zod";
import type { Bundler } from "../../lib/cloud/bundle.ts";
import { readSettings } from "../../lib/cloud/settings.ts";
import { type HeraldStacks, heraldStacks } from "../../lib/cloud/stacks.ts";

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** The context that `cdk synth` would hand over; the CDK reads `cdk.json` only under its command. */
export const contextOfCdkJson = (): Record<string, unknown> =>
  cdkJson.parse(JSON.parse(readFileSync(new URL("../../cdk.json", import.meta.url), "utf8"))).context;

/** Takes the place of esbuild where a test is about templates: what is deployed is `bundles.test.ts`'s matter. */
const emptyBundle: Bundler = ({ name }, outDir) => {
  const directory = join(outDir, name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "index.mjs"), "");
  return { directory, mainFile: "index.mjs" };
};

export function inTemporaryFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "herald-infra-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function herald(outdir: string, given: Record<string, unknown>): { app: App; stacks: HeraldStacks } {
  const app = new App({ context: { ...contextOfCdkJson(), ...given }, outdir });
  return { app, stacks: heraldStacks(app, readSettings(app.node), emptyBundle) };
}

/** Both stacks' templates, from the settings of `cdk.json` and those given. */
export function synthesise(given: Record<string, unknown> = {}): { data: Template; service: Template } {
  return inTemporaryFolder((folder) => {
    const { data, service } = herald(folder, given).stacks;
    return { data: Template.fromStack(data), service: Template.fromStack(service) };
  });
}

const report = z.object({
  pluginReports: z.array(
    z.looseObject({
      pluginName: z.string(),
      violations: z.array(
        z.looseObject({
          ruleName: z.string(),
          violatingConstructs: z.array(z.looseObject({ constructPath: z.string() })),
        }),
      ),
    }),
  ),
});

/** What cdk-nag finds beyond what is acknowledged in the constructs, as `rule at construct`; and the packs that looked. */
export function nagFindings(): { packs: string[]; findings: string[] } {
  return inTemporaryFolder((folder) => {
    const { app } = herald(folder, {});
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
    try {
      app.synth();
    } catch (error) {
      // The report says more than the error.
      if (!(error instanceof Error && error.name === "ValidationFailed")) throw error;
    }
    const { pluginReports } = report.parse(JSON.parse(readFileSync(join(folder, "validation-report.json"), "utf8")));
    const findings = pluginReports.flatMap(({ violations }) =>
      violations.flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
      ),
    );
    return { packs: pluginReports.map(({ pluginName }) => pluginName), findings };
  });
}
