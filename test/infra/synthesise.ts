import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import * as z from "zod";
import type { Bundler } from "../../lib/cloud/bundle.ts";
import { readSettings } from "../../lib/cloud/settings.ts";
import { heraldStacks } from "../../lib/cloud/stacks.ts";

const cdkJson = z.object({ context: z.record(z.string(), z.unknown()) });

/** The context that `cdk synth` would hand over; the CDK reads `cdk.json` only under its command. */
export const contextOfCdkJson = (): Record<string, unknown> =>
  cdkJson.parse(JSON.parse(readFileSync(new URL("../../cdk.json", import.meta.url), "utf8"))).context;

export interface Synthesis {
  readonly data: Template;
  readonly service: Template;
  /** What cdk-nag has to say, acknowledged findings left out. */
  readonly violations: readonly unknown[];
}

/** Takes the place of esbuild where a test is about the template: what is deployed is `bundles.test.ts`'s matter. */
const emptyBundle: Bundler = ({ name }, outDir) => {
  const directory = join(outDir, name);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, "index.mjs"), "");
  return { directory, mainFile: "index.mjs" };
};

/** Both stacks with the settings of `cdk.json` and those given. Leaves nothing behind. */
export function synthesise(given: Record<string, unknown> = {}): Synthesis {
  const outdir = mkdtempSync(join(tmpdir(), "herald-infra-"));
  try {
    const app = new App({ context: { ...contextOfCdkJson(), ...given }, outdir });
    const { data, service } = heraldStacks(app, readSettings(app.node), emptyBundle);
    return { data: Template.fromStack(data), service: Template.fromStack(service), violations: [] };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}

const report = z.object({ pluginReports: z.array(z.looseObject({ violations: z.array(z.unknown()) })) });

/** What cdk-nag's two packs find, acknowledged findings left out. */
export function findings(): readonly unknown[] {
  const outdir = mkdtempSync(join(tmpdir(), "herald-nag-"));
  try {
    const app = new App({ context: contextOfCdkJson(), outdir });
    heraldStacks(app, readSettings(app.node), emptyBundle);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));
    try {
      app.synth();
    } catch (error) {
      if (!(error instanceof Error && error.name === "ValidationFailed")) throw error;
    }
    return report
      .parse(JSON.parse(readFileSync(join(outdir, "validation-report.json"), "utf8")))
      .pluginReports.flatMap(({ violations }) => violations);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
