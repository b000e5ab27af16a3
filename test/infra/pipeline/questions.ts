import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Tags } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { PipelineStack } from "../../../lib/cloud/pipeline/pipeline-stack.ts";
import { readSettings } from "../../../lib/cloud/settings.ts";
import { contextOfCdkJson } from "../../../ops/synthesis/cdk-context.ts";
import { decide, type Question } from "../../../rehearsal/iam/evaluate.ts";
import { type Statement, statementsIn } from "../../../rehearsal/iam/policy.ts";
import { deploy } from "../../../rehearsal/resources/deploy.ts";
import type { Deployed } from "../../../rehearsal/resources/deployed.ts";
import { resourcesOf } from "../stacks/synthesise.ts";
import type { Given } from "../stacks/variants.ts";
import { ORDER, stackName, stageOf } from "../transitions/stage.ts";

/** Describes a call by a role of the account. The decision does not depend on which role it is. */
export type Asked = Omit<Question, "caller">;
const CALLER = { role: "arn:aws:iam::123456789012:role/asker" };

export const verbsOf = (service: string, all: string, ...things: readonly string[]): string[] =>
  things.flatMap((thing) => all.split(" ").map((verb) => `${service}:${verb}${thing}`));

/** Returns the statements that allow a call, or none if it is refused. */
export function allowing(question: Asked, identity: readonly Statement[]): readonly Statement[] {
  const { isAllowed: yes, by } = decide({ ...question, caller: CALLER }, { identity, resource: [] });
  return yes ? by : [];
}

export const isAllowed = (question: Asked, identity: readonly Statement[]): boolean =>
  allowing(question, identity).length > 0;

export const refused = (questions: readonly Asked[], identity: readonly Statement[]): string[] =>
  questions.filter((one) => !isAllowed(one, identity)).map(({ action, resource }) => `${action} on ${resource}`);

/** Returns a function that makes its result once for equal settings. */
const onceFor = <T>(make: (given: Given) => T): ((given: Given) => T) => {
  const made = new Map<string, T>();
  return (given) => {
    const key = JSON.stringify(given);
    const one = made.get(key) ?? make(given);
    made.set(key, one);
    return one;
  };
};

/** Returns the template of the stack that an administrator deploys once. */
export const pipelineTemplate = onceFor((given): Template => {
  const context: Record<string, unknown> = { ...contextOfCdkJson(), ...given };
  const settings = readSettings({ tryGetContext: (key: string) => context[key] });
  if (settings.pipeline === undefined) throw new Error("the settings name no pipeline");
  const outdir = mkdtempSync(join(tmpdir(), "herald-pipeline-"));
  try {
    const stack = new PipelineStack(new App({ outdir }), settings, settings.pipeline);
    Tags.of(stack).add("service", "herald");
    return Template.fromStack(stack);
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
});

/** Maps the policies of a template to their statements, by the part of the policy's name that names its purpose. */
export const policiesOf = (template: Template): ReadonlyMap<string, readonly Statement[]> =>
  new Map(
    resourcesOf(template, "AWS::IAM::ManagedPolicy").map(([, { Properties }]) => {
      const name: string = Properties.ManagedPolicyName.split("-")[2];
      return [name, statementsIn(Properties.PolicyDocument, name)];
    }),
  );

export const executionOf = (template: Template): readonly Statement[] =>
  [...policiesOf(template)].flatMap(([name, statements]) => (name === "boundary" ? [] : statements));

/** Returns every resource that a deployment with these settings has, with the names that it would get. */
export const deployedOf = onceFor((given): readonly Deployed[] => {
  const stage = stageOf(given);
  const { account, region } = stage;
  const stacks = ORDER.map((stack) => {
    const { Resources, Outputs } = stage.stacks[stack];
    const resources = Object.entries(Resources).map(([id, one]) => [id, { ...one, DependsOn: [] }]);
    const template = { Resources: Object.fromEntries(resources), Outputs, Conditions: {} };
    return { name: stackName(stage, stack), account, region, template };
  });
  return deploy({ stacks } as Parameters<typeof deploy>[0]).resources;
});

/** Returns the tags of a resource as conditions of a policy, for the creating request and for the resource itself. */
export function tagsOf({ properties }: Deployed): Record<string, string> {
  const tags = Array.isArray(properties.Tags) ? (properties.Tags as { Key: string; Value: string }[]) : [];
  return Object.fromEntries(
    tags.flatMap(({ Key, Value }) => ["aws:requesttag", "aws:resourcetag"].map((kind) => [`${kind}/${Key}`, Value])),
  );
}
