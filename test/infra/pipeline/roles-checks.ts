import type { DefaultStackSynthesizer, Stack } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import { resourcesOf, stacksOf } from "../stacks/synthesise.ts";
import { type Given, VARIANTS } from "../stacks/variants.ts";
import type { StackTemplate } from "../transitions/stage.ts";
import { specProblems } from "../validation/spec-check.ts";
import { pipelineTemplate } from "./questions.ts";
import { bootstrap, deploy, HANDED_OVER, may, STACKS_ROLE, stackArn, stacks, template } from "./roles.ts";
import { EVERYTHING, ROLE } from "./stages.ts";

describe("the roles of a pipeline", () => {
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
    const takes = (resource: string) => may(deploy, "sts:AssumeRole", resource);
    expect([STACKS_ROLE, bootstrap("file-publishing")].map(takes)).toEqual([true, true]);
    const others = ["deploy", "cfn-exec", "lookup", "image-publishing"].map((kind) => bootstrap(kind));
    expect([...others, bootstrap("file-publishing", "hnb659fds"), ROLE].filter(takes)).toEqual([]);
    expect(stacks.statements.flatMap(({ actions }) => actions).filter((one) => one.startsWith("sts:"))).toEqual([]);
  });

  it("hold no right to delete a stack, nor to touch anybody else's", () => {
    expect(may(stacks, "cloudformation:DeleteStack", stackArn("herald-service-prod"))).toBe(false);
    const others = ["herald-pipeline-prod", "herald-service-dev", "CDKToolkit", "theirs"].map(stackArn);
    const calls = stacks.statements
      .flatMap(({ actions }) => actions)
      .filter((one) => one.startsWith("cloudformation:"));
    expect(calls.length).toBeGreaterThan(10);
    for (const call of calls) expect(others.filter((one) => may(stacks, call, one, HANDED_OVER))).toEqual([]);
    const pass = (role: string, service: string) =>
      may(stacks, "iam:PassRole", role, { "iam:passedtoservice": service });
    expect(pass(bootstrap("cfn-exec"), "cloudformation.amazonaws.com")).toBe(true);
    expect(pass(bootstrap("cfn-exec"), "lambda.amazonaws.com")).toBe(false);
    expect(pass(bootstrap("cfn-exec", "hnb659fds"), "cloudformation.amazonaws.com")).toBe(false);
  });

  it.each(["CreateStack", "UpdateStack", "CreateChangeSet", "RollbackStack", "ContinueUpdateRollback"])(
    "change no stack with the rights that it was deployed with: %s hands CloudFormation's own role over",
    (call) => {
      const asked = (context: Record<string, string>) =>
        may(stacks, `cloudformation:${call}`, stackArn("herald-service-prod"), context);
      expect(asked(HANDED_OVER)).toBe(true);
      expect(asked({})).toBe(false);
      expect(asked({ "cloudformation:rolearn": "arn:aws:iam::123456789012:role/admin" })).toBe(false);
      expect(asked({ "cloudformation:rolearn": bootstrap("cfn-exec", "hnb659fds") })).toBe(false);
    },
  );

  it("are what the stacks ask for when they are deployed, and the bootstrap's where there is no pipeline", () => {
    const asked = (given: Given) =>
      stacksOf(given, (all) =>
        Object.values(all)
          .filter((one) => one !== undefined)
          .map((one: Stack) => (one.synthesizer as DefaultStackSynthesizer).deployRoleArn),
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
