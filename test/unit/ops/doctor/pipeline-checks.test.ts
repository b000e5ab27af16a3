import { describe, expect, it } from "vitest";
import { executionPolicies, rightsDigest } from "../../../../lib/cloud/pipeline/rights.ts";
import type { StageSettings } from "../../../../lib/cloud/settings.ts";
import type { AwsRequest } from "../../../../ops/doctor/aws-call.ts";
import { runChecks } from "../../../../ops/doctor/check.ts";
import { cloudChecks } from "../../../../ops/doctor/cloud-checks.ts";
import { account, MEDIA, provider, settings, stackXml } from "./account.ts";

const PIPELINE = {
  account: "123456789012",
  region: "eu-central-1",
  pipelineRepository: "owner/name",
  bootstrapQualifier: "heralddev",
};
const POLICIES = ["data", "functions", "service", "roles"].map(
  (name) => `arn:aws:iam::123456789012:policy/pipeline-herald-${name}-dev-eu-central-1`,
);
const COMMAND =
  "npx --no-install cdk bootstrap aws://123456789012/eu-central-1 --qualifier heralddev " +
  `--toolkit-stack-name CDKToolkit-heralddev --cloudformation-execution-policies ${POLICIES.join(",")}`;
const ADMINISTRATOR = "arn:aws:iam::aws:policy/AdministratorAccess";

/** Returns an answer as IAM gives it (API Reference, "ListAttachedRolePolicies"). */
const attached = (arns: readonly string[]) => () => ({
  status: 200,
  text: `<ListAttachedRolePoliciesResponse><ListAttachedRolePoliciesResult><AttachedPolicies>${arns
    .map((arn) => `<member><PolicyArn>${arn}</PolicyArn><PolicyName>${arn.split("/")[1]}</PolicyName></member>`)
    .join(
      "",
    )}</AttachedPolicies><IsTruncated>false</IsTruncated></ListAttachedRolePoliciesResult></ListAttachedRolePoliciesResponse>`,
});
const denied = (text: string) => () => ({ status: 403, text: `<Error><Message>${text}</Message></Error>` });

async function examined(given: Partial<StageSettings>, answers: Record<string, unknown> = {}) {
  const { aws, asked } = account({ iam: attached(POLICIES), ...answers });
  const checks = cloudChecks({ settings: settings(given), region: "eu-central-1", aws, ask: provider });
  return { found: new Map((await runChecks(checks)).map((one) => [one.name, one])), asked };
}

/** Returns the pipeline's stack as these settings would have deployed it. */
const deployedFor = (given: Partial<StageSettings>) => {
  const digest = rightsDigest(settings(given));
  if (digest === undefined) throw new Error("the settings name no pipeline");
  return stackXml({ Rights: digest });
};

describe("the bootstrap of a stage with a pipeline", () => {
  it("is content with the policies of the stage, whatever their order", async () => {
    const { found, asked } = await examined(PIPELINE, { iam: attached([...POLICIES].reverse()) });
    expect(found.get("CDK bootstrap")).toMatchObject({ result: "ok", seen: "version 28, with the stage's policies" });
    const [question] = asked.filter(({ service }) => service === "iam");
    expect(question).toMatchObject({ host: "iam.amazonaws.com", region: "us-east-1" });
    expect(question?.body).toContain("RoleName=cdk-heralddev-cfn-exec-role-123456789012-eu-central-1");
    expect(executionPolicies(settings(PIPELINE))).toEqual(POLICIES);
  });

  it("advises no bootstrap without the limits that docs/deploy.md gives it", async () => {
    const { found } = await examined(PIPELINE, { ssm: '{"message":"no such parameter"}' });
    expect(found.get("CDK bootstrap")).toMatchObject({ result: "failed", advice: COMMAND });
    const { found: byHand } = await examined({}, { ssm: '{"message":"no such parameter"}' });
    expect(byHand.get("CDK bootstrap")?.advice).toBe(
      "npx --no-install cdk bootstrap aws://<account>/eu-central-1 --qualifier hnb659fds",
    );
  });

  it.each<[string, unknown, string, string]>([
    ["is an administrator", attached([ADMINISTRATOR]), "AdministratorAccess", COMMAND],
    ["has one more", attached([...POLICIES, ADMINISTRATOR]), "AdministratorAccess", COMMAND],
    ["has one too few", attached(POLICIES.slice(1)), "pipeline-herald-data-dev-eu-central-1", COMMAND],
    ["may not be looked at", denied("not authorized"), "not authorized", "iam:ListAttachedRolePolicies"],
  ])("warns when CloudFormation's role %s", async (_what, iam, seen, advice) => {
    const { found } = await examined(PIPELINE, { iam });
    const finding = found.get("CDK bootstrap");
    expect(finding).toMatchObject({ result: "warning", seen: expect.stringContaining(seen) });
    expect(finding?.advice).toContain(advice);
  });

  it("is not asked for its policies where there is no pipeline", async () => {
    const { found, asked } = await examined({});
    expect(asked.filter(({ service }) => service === "iam")).toEqual([]);
    expect(found.has("pipeline's rights")).toBe(false);
  });
});

describe("the rights of a pipeline", () => {
  const NETWORK = { vpcId: "vpc-0a1b2c3d", subnetIds: ["subnet-0a1b2c3d"] };
  const rights = async (given: Partial<StageSettings>, cloudformation: unknown) =>
    (await examined({ ...PIPELINE, ...given }, { cloudformation })).found.get("pipeline's rights");

  it("are those of the settings", async () => {
    expect(await rights({}, deployedFor(PIPELINE))).toMatchObject({ result: "ok" });
    expect(await rights({ logRetentionDays: 7 }, deployedFor(PIPELINE))).toMatchObject({ result: "ok" });
  });

  it.each<[string, Partial<StageSettings>]>([
    ["keeps media in a bucket that has a name", MEDIA],
    [
      "hears chat events of a topic that somebody else has",
      { chatTopicArn: "arn:aws:sns:eu-central-1:123456789012:chat" },
    ],
    ["moves its mail into a network", NETWORK],
    ["is deployed from another repository", { pipelineRepository: "owner/other" }],
  ])("are to be deployed before a stage that %s", async (_what, given) => {
    const finding = await rights(given, deployedFor(PIPELINE));
    expect(finding).toMatchObject({ result: "warning", seen: expect.stringContaining("other settings") });
    expect(finding?.advice).toContain("npm run pipeline -- --stage dev");
  });

  it("are missing where the pipeline's stack is, or is older than this check", async () => {
    const none = ({ body = "" }: AwsRequest) =>
      body.includes("herald-pipeline-dev") ? denied("Stack does not exist")() : stackXml({})({} as AwsRequest);
    expect(await rights({}, none)).toMatchObject({
      result: "skipped",
      seen: expect.stringContaining("does not exist"),
    });
    expect(await rights({}, stackXml({ DeployRoleArn: "arn" }))).toMatchObject({ result: "warning" });
  });
});
