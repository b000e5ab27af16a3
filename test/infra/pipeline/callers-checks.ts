import { describe, expect, it } from "vitest";
import { doctorCalls } from "./doctor-calls.ts";
import { refused } from "./questions.ts";
import { bootstrap, deploy, HANDED_OVER, STACKS_ROLE, stackArn, stacks } from "./roles.ts";
import { at } from "./stages.ts";

const STAGE_STACKS = ["herald-data-prod", "herald-service-prod", "herald-panel-prod"].map(stackArn);
const ofStacks = (calls: string, context = {}) =>
  calls
    .split(" ")
    .flatMap((call) => STAGE_STACKS.map((resource) => ({ action: `cloudformation:${call}`, resource, context })));
const taken = (resource: string) => ({ action: "sts:AssumeRole", resource, context: {} });
/** The CDK makes the first call, and CloudFormation the second, in the name of the caller that makes a change set. */
const VERSION = ["ssm:GetParameter", "ssm:GetParameters"].map((action) => ({
  action,
  resource: at("ssm::parameter/cdk-bootstrap/herald/version"),
  context: {},
}));

/**
 * A recording server saw these calls of the CDK's commands. The commands continue without a look-up that is refused.
 */
const COMMANDS = {
  diff: {
    deploy: [...ofStacks("DescribeStacks GetTemplate"), ...[STACKS_ROLE, bootstrap("file-publishing")].map(taken)],
    stacks: [
      ...ofStacks("DescribeStacks DeleteChangeSet DescribeChangeSet"),
      ...ofStacks("CreateChangeSet", HANDED_OVER),
      ...VERSION,
    ],
  },
  deploy: {
    deploy: [STACKS_ROLE, bootstrap("file-publishing")].map(taken),
    stacks: [
      ...ofStacks("DescribeStacks GetTemplate DescribeStackEvents UpdateTerminationProtection"),
      ...ofStacks("DeleteChangeSet DescribeChangeSet ExecuteChangeSet"),
      ...ofStacks("CreateChangeSet", HANDED_OVER),
      ...VERSION,
    ],
  },
};

describe("the roles of a pipeline", () => {
  it.each(Object.entries(COMMANDS))("may make every call that cdk %s makes by them", (_name, calls) => {
    expect(refused(calls.deploy, deploy.statements)).toEqual([]);
    expect(refused(calls.stacks, stacks.statements)).toEqual([]);
  });

  it("may ask what the doctor asks and the CDK reads, and nothing else", async () => {
    const asked = await doctorCalls();
    expect(asked.length).toBeGreaterThan(15);
    expect(refused(asked, deploy.statements)).toEqual([]);
    const known = new Set([...asked, ...COMMANDS.diff.deploy].map(({ action }) => action));
    const granted = deploy.statements.flatMap(({ actions }) => actions);
    expect(granted.filter((action) => !known.has(action))).toEqual([]);
  });

  it("read no data by the pipeline's own, and change nothing with it", () => {
    const actions = deploy.statements.flatMap((one) => one.actions).filter((action) => action !== "sts:AssumeRole");
    expect(actions.filter((action) => !/^[a-z0-9-]+:(?:Get|List|Describe)[A-Za-z]+$/.test(action))).toEqual([]);
    const data = ["s3:GetObject", "dynamodb:GetItem", "secretsmanager:GetSecretValue"];
    expect(actions.filter((action) => data.includes(action))).toEqual([]);
  });
});
