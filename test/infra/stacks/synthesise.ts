import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Validations } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { AwsSolutionsChecks, ServerlessChecks } from "cdk-nag";
import * as z from "zod";
import { readSettings } from "../../../lib/cloud/settings.ts";
import { type HeraldStacks, heraldStacks } from "../../../lib/cloud/stacks.ts";
import { contextOfCdkJson } from "../../../ops/synthesis/cdk-context.ts";
import { emptyBundle, QUICK, smallPanel } from "../../../ops/synthesis/placeholder-builds.ts";
import { filesIn } from "../../support/files-in.ts";

function inTemporaryFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "herald-infra-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Creates the app and its stacks. With `isChecked`, the CDK's own check of templates runs too, which takes most of a
 * synthesis.
 */
function herald(outdir: string, given: Settings, isChecked: boolean): { app: App; stacks: HeraldStacks } {
  const context = { ...contextOfCdkJson(), ...QUICK, ...given };
  const app = new App({ context, outdir, builtinCloudFormationValidation: isChecked });
  return { app, stacks: heraldStacks(app, readSettings(app.node), { bundle: emptyBundle, panel: smallPanel(outdir) }) };
}

type Settings = Record<string, unknown>;

/**
 * With this setting the upload server runs in a container elsewhere. `media.test.ts` checks its function and the
 * library's resources around it.
 */
export const ELSEWHERE = { uploadServerDomain: "uploads.example.com" } as const;

export interface Templates {
  readonly data: Template;
  readonly service: Template;
  /** The only function of the panel is the CDK's own. */
  readonly panel: Template;
}

const made = new Map<string, Templates>();

/**
 * Returns the templates of all stacks, from the settings of `cdk.json` and the given ones. They are made once for equal
 * settings.
 */
export function synthesise(given: Settings = {}): Templates {
  const key = JSON.stringify(given);
  const templates = made.get(key) ?? inTemporaryFolder((folder) => templatesOf(herald(folder, given, false).stacks));
  made.set(key, templates);
  return templates;
}

/**
 * Builds the stacks with the settings of `cdk.json` and the given settings, and returns what `read` reads from them.
 */
export const stacksOf = <T>(given: Settings, read: (stacks: HeraldStacks) => T): T =>
  inTemporaryFolder((folder) => read(herald(folder, given, false).stacks));

const manifest = z.object({ files: z.record(z.string(), z.object({ source: z.looseObject({ path: z.string() }) })) });

/**
 * Returns the files in the archives that the panel's stack copies, by the logical id of the resource that copies them.
 */
export function copiedFiles(given: Settings = {}): ReadonlyMap<string, readonly string[]> {
  return inTemporaryFolder((folder) => {
    const { app, stacks } = herald(folder, given, false);
    const { directory } = app.synth();
    const text = readFileSync(join(directory, `${stacks.panel.artifactId}.assets.json`), "utf8");
    const { files } = manifest.parse(JSON.parse(text));
    const filesAt = (key: string) => filesIn(join(directory, files[key.replace(/\.zip$/, "")]?.source.path ?? key));
    return new Map(
      resourcesOf(Template.fromStack(stacks.panel), "Custom::CDKBucketDeployment").map(([id, { Properties }]) => [
        id,
        Properties.SourceObjectKeys.flatMap(filesAt),
      ]),
    );
  });
}

const templatesOf = ({ data, service, panel }: HeraldStacks): Templates => ({
  data: Template.fromStack(data),
  service: Template.fromStack(service),
  panel: Template.fromStack(panel),
});

const report = z.object({
  pluginReports: z.array(
    z.looseObject({
      violations: z.array(
        z.looseObject({
          ruleName: z.string(),
          violatingConstructs: z.array(z.looseObject({ constructPath: z.string() })),
        }),
      ),
    }),
  ),
});

/** Adds something that a check should find. */
type Spoil = (stacks: HeraldStacks) => void;
const unspoilt: Spoil = () => {};

/** Returns the findings of cdk-nag that the constructs do not acknowledge, as `rule at construct`. */
export const nagFindings = (spoil = unspoilt, given: Settings = {}): string[] =>
  findings(spoil, given, (app) =>
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app)),
  );

/**
 * Returns the findings of CloudFormation's own rules, which the CDK checks at every synthesis. A finding fails the
 * synthesis (`cdk.json`).
 */
export const ruleFindings = (spoil = unspoilt, given: Settings = {}): string[] => findings(spoil, given, () => {});

function findings(spoil: Spoil, given: Settings, prepare: (app: App) => void): string[] {
  return inTemporaryFolder((folder) => {
    const { app, stacks } = herald(folder, given, true);
    spoil(stacks);
    prepare(app);
    try {
      app.synth();
    } catch (error) {
      // The report contains more than the error.
      if (!(error instanceof Error && error.name === "ValidationFailed")) throw error;
    }
    const { pluginReports } = report.parse(JSON.parse(readFileSync(join(folder, "validation-report.json"), "utf8")));
    return pluginReports.flatMap(({ violations }) =>
      violations.flatMap(({ ruleName, violatingConstructs }) =>
        violatingConstructs.map(({ constructPath }) => `${ruleName} at ${constructPath}`),
      ),
    );
  });
}

/** Describes a resource of a template. */
export interface Resource {
  // biome-ignore lint/suspicious/noExplicitAny: what a template holds has no type.
  readonly Properties: Record<string, any>;
  readonly DependsOn?: readonly string[];
}

export const resourcesOf = (template: Template, type: string): [string, Resource][] =>
  Object.entries(template.findResources(type) as Record<string, Resource>);

/** Finds the function of a definition by its description, because logical ids are generated. */
export function functionIn(template: Template, name: string): [string, Resource] {
  const found = resourcesOf(template, "AWS::Lambda::Function").find(
    ([, { Properties }]) => Properties.Description === `Herald: ${name}`,
  );
  if (!found) throw new Error(`no function in the template is called ${name}`);
  return found;
}
