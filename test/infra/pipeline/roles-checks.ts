import type { DefaultStackSynthesizer, Stack } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { type Statement, statementsIn } from "../../../rehearsal/iam/policy.ts";
import { resourcesOf, stacksOf } from "../stacks/synthesise.ts";
import { type Given, VARIANTS } from "../stacks/variants.ts";
import type { StackTemplate } from "../transitions/stage.ts";
import { specProblems } from "../validation/spec-check.ts";
import { isAllowed, pipelineTemplate } from "./questions.ts";
import { at, EVERYTHING, ROLE } from "./stages.ts";

describe("the roles of a pipeline", () => {
  const template = pipelineTemplate(EVERYTHING);
  /** Of the role whose name has this in it. */
  const roleOf = (name: string) => {
    const [id, one] = resourcesOf(template, "AWS::IAM::Role").find(([found]) => found.startsWith(name)) ?? [];
    if (id === undefined || one === undefined) throw new Error(`there is no role ${name}`);
    const policies = resourcesOf(template, "AWS::IAM::Policy").filter(([, { Properties }]) =>
      Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === id),
    );
    const statements = policies.flatMap(([policy, { Properties }]) => statementsIn(Properties.PolicyDocument, policy));
    return { ...one.Properties, statements };
  };
  const deploy = roleOf("DeployRole");
  const stacks = roleOf("StacksRole");
  const may = (statements: readonly Statement[], action: string, resource: string, context = {}) =>
    isAllowed({ action, resource, context }, statements);
  const bootstrap = (kind: string, qualifier = "herald") =>
    `arn:aws:iam::123456789012:role/cdk-${qualifier}-${kind}-role-123456789012-eu-central-1`;
  const STACKS_ROLE = "arn:aws:iam::123456789012:role/pipeline-herald-stacks-prod-eu-central-1";

  it("are two: GitHub's, and the one that hands stacks to CloudFormation", () => {
    expect(resourcesOf(template, "AWS::IAM::Role").map(([, { Properties }]) => Properties.RoleName)).toEqual([
      "pipeline-herald-deploy-prod-eu-central-1",
      "pipeline-herald-stacks-prod-eu-central-1",
    ]);
  });

  it("are for one environment of one repository, by GitHub's tokens for AWS, for an hour", () => {
    expect(deploy).toMatchObject({
      MaxSessionDuration: 3600,
      AssumeRolePolicyDocument: {
        Statement: [
          {
            Effect: "Allow",
            Action: "sts:AssumeRoleWithWebIdentity",
            Condition: {
              StringEquals: {
                "token.actions.githubusercontent.com:aud": "sts.amazonaws.com",
                "token.actions.githubusercontent.com:sub": "repo:owner/name:environment:prod",
              },
            },
          },
        ],
      },
    });
  });

  it("take one of the bootstrap's, that for files, and none that reads or changes everything", () => {
    const takes = (resource: string) => may(deploy.statements, "sts:AssumeRole", resource);
    expect([STACKS_ROLE, bootstrap("file-publishing")].map(takes)).toEqual([true, true]);
    const others = ["deploy", "cfn-exec", "lookup", "image-publishing"].map((kind) => bootstrap(kind));
    expect([...others, bootstrap("file-publishing", "hnb659fds"), ROLE].filter(takes)).toEqual([]);
    expect(stacks.statements.flatMap(({ actions }) => actions).filter((one) => one.startsWith("sts:"))).toEqual([]);
  });

  it("read what the doctor asks, and change nothing themselves", () => {
    const actions = deploy.statements.flatMap((one) => one.actions).filter((action) => action !== "sts:AssumeRole");
    expect(actions.filter((action) => !/^[a-z0-9-]+:(?:Get|List|Describe)[A-Za-z]+$/.test(action))).toEqual([]);
    const data = ["s3:GetObject", "dynamodb:GetItem", "secretsmanager:GetSecretValue"];
    expect(actions.filter((action) => data.includes(action))).toEqual([]);
  });

  it("change the stacks of their stage through CloudFormation's role, delete none, and touch nobody else's", () => {
    const stack = (name: string) => at(`cloudformation::stack/${name}/1`);
    const CALLS = ["CreateChangeSet", "ExecuteChangeSet", "DescribeStacks", "UpdateStack", "GetTemplate"];
    for (const call of CALLS)
      for (const name of ["herald-data-prod", "herald-service-prod", "herald-panel-prod"])
        expect(may(stacks.statements, `cloudformation:${call}`, stack(name))).toBe(true);
    const others = ["herald-pipeline-prod", "herald-service-dev", "CDKToolkit", "theirs"];
    expect(
      others.filter((name) => CALLS.some((call) => may(stacks.statements, `cloudformation:${call}`, stack(name)))),
    ).toEqual([]);
    expect(may(stacks.statements, "cloudformation:DeleteStack", stack("herald-service-prod"))).toBe(false);
    const pass = (role: string, service: string) =>
      may(stacks.statements, "iam:PassRole", role, { "iam:passedtoservice": service });
    expect(pass(bootstrap("cfn-exec"), "cloudformation.amazonaws.com")).toBe(true);
    expect(pass(bootstrap("cfn-exec"), "lambda.amazonaws.com")).toBe(false);
    expect(pass(bootstrap("cfn-exec", "hnb659fds"), "cloudformation.amazonaws.com")).toBe(false);
  });

  it("are what the stacks ask for when they are deployed, and the bootstrap's where there is no pipeline", () => {
    const asked = (given: Given) =>
      stacksOf(given, (all) =>
        Object.values(all).map((one: Stack) => (one.synthesizer as DefaultStackSynthesizer).deployRoleArn),
      );
    expect(asked(EVERYTHING)).toEqual([STACKS_ROLE, STACKS_ROLE, STACKS_ROLE]);
    const [own] = asked(VARIANTS.prod);
    expect(own).toContain("cdk-hnb659fds-deploy-role-123456789012-eu-central-1");
  });

  it("stand in a template that CloudFormation's specification knows", () => {
    expect(specProblems(template.toJSON() as StackTemplate)).toEqual([]);
  });

  it("come with GitHub's identity provider, unless the account has it", () => {
    expect(resourcesOf(template, "AWS::IAM::OIDCProvider").map(([, { Properties }]) => Properties)).toEqual([
      expect.objectContaining({
        Url: "https://token.actions.githubusercontent.com",
        ClientIdList: ["sts.amazonaws.com"],
      }),
    ]);
    const pipelineProviderArn = "arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com";
    const shared = pipelineTemplate({ ...EVERYTHING, pipelineProviderArn });
    expect(resourcesOf(shared, "AWS::IAM::OIDCProvider")).toEqual([]);
    expect(JSON.stringify(shared.toJSON())).toContain(`{"Federated":"${pipelineProviderArn}"}`);
  });
});
