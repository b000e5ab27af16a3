import type { DefaultStackSynthesizer, Stack } from "aws-cdk-lib";
import { describe, expect, it } from "vitest";
import type { Statement } from "../../rehearsal/iam/policy.ts";
import { statementsIn } from "../../rehearsal/iam/policy.ts";
import { ofType } from "../../rehearsal/resources/deployed.ts";
import { NEEDS } from "./pipeline/needs.ts";
import {
  type Asked,
  deployedOf,
  executionOf,
  isAllowed,
  pipelineTemplate,
  policiesOf,
  refused,
  tagsOf,
} from "./pipeline/questions.ts";
import { resourcesOf, stacksOf } from "./stacks/synthesise.ts";
import { type Given, VARIANTS } from "./stacks/variants.ts";
import type { StackTemplate } from "./transitions/stage.ts";
import { specProblems } from "./validation/spec-check.ts";

const PIPELINE = {
  pipelineRepository: "owner/name",
  bootstrapQualifier: "herald",
  region: "eu-central-1",
  account: "123456789012",
};
const withPipeline = (given: Given): Given => ({ ...given, ...PIPELINE });
const ROLE = "arn:aws:iam::123456789012:role/herald-service-prod-SystemRole-1";
const BOUNDARY = "arn:aws:iam::123456789012:policy/pipeline-herald-boundary-prod-eu-central-1";
const KEY = "arn:aws:kms:eu-central-1:123456789012:key/1";
const OURS = { "aws:resourcetag/service": "herald", "aws:resourcetag/stage": "prod" };
const at = (rest: string) => `arn:aws:${rest.replace("::", ":eu-central-1:123456789012:")}`;

const questionsOf = (given: Given): Asked[] => {
  const all = deployedOf(given);
  const asked = all.flatMap((one) =>
    (NEEDS[one.type]?.(one, all) ?? [{ action: `unknown:${one.type}`, resource: one.ref, context: {} }]).map(
      (question) => ({
        ...question,
        context: { ...tagsOf(one), ...question.context },
      }),
    ),
  );
  return [...new Map(asked.map((one) => [JSON.stringify(one), one])).values()];
};

/** Every setting that adds a kind of resource. */
const EVERYTHING = withPipeline({ ...VARIANTS.network, edgeAccessLogs: true });

describe("the rights of CloudFormation in a pipeline's name", () => {
  it.each(Object.entries(VARIANTS))("are enough for every resource of the stage %s", (_name, given) => {
    const stage = withPipeline(given);
    const questions = questionsOf(stage);
    expect(questions.length).toBeGreaterThan(500);
    expect(refused(questions, executionOf(pipelineTemplate(stage)))).toEqual([]);
  });

  it("are enough for a topic of events that another stack has", () => {
    const stage = { ...EVERYTHING, chatTopicArn: at("sns::chat") };
    expect(refused(questionsOf(stage), executionOf(pipelineTemplate(stage)))).toEqual([]);
  });

  it("hold no statement that nothing needs: without any of them a deployment is refused", () => {
    const questions = questionsOf(EVERYTHING);
    const execution = executionOf(pipelineTemplate(EVERYTHING));
    expect(execution.length).toBeGreaterThan(30);
    // CloudFormation itself asks for these two, and no resource does.
    const ofStacks = /\/(?:BootstrapVersion|Outputs)$/;
    const idle = execution.filter((one) => {
      const rest = execution.filter((other) => other !== one);
      return !ofStacks.test(one.name) && questions.every((question) => isAllowed(question, rest));
    });
    expect(idle.map(({ name }) => name)).toEqual([]);
  });

  it.each<[string, string, string, Asked["context"]]>([
    ["a user", "iam:CreateUser", "arn:aws:iam::123456789012:user/somebody", {}],
    ["a long-lived key", "iam:CreateAccessKey", "arn:aws:iam::123456789012:user/somebody", {}],
    ["a role without the boundary", "iam:CreateRole", ROLE, {}],
    ["a role under another boundary", "iam:CreateRole", ROLE, { "iam:permissionsboundary": `${BOUNDARY}-2` }],
    [
      "a role of another name",
      "iam:CreateRole",
      "arn:aws:iam::123456789012:role/admin",
      { "iam:permissionsboundary": BOUNDARY },
    ],
    [
      "a role without its boundary any more",
      "iam:DeleteRolePermissionsBoundary",
      ROLE,
      { "iam:permissionsboundary": BOUNDARY },
    ],
    [
      "an administrator",
      "iam:AttachRolePolicy",
      ROLE,
      { "iam:permissionsboundary": BOUNDARY, "iam:policyarn": "arn:aws:iam::aws:policy/AdministratorAccess" },
    ],
    ["a wider boundary", "iam:CreatePolicyVersion", BOUNDARY, {}],
    [
      "wider rights of the pipeline",
      "iam:PutRolePolicy",
      "arn:aws:iam::123456789012:role/pipeline-herald-deploy-prod-eu-central-1",
      { "iam:permissionsboundary": BOUNDARY },
    ],
    [
      "others let in",
      "iam:UpdateAssumeRolePolicy",
      "arn:aws:iam::123456789012:role/pipeline-herald-deploy-prod-eu-central-1",
      {},
    ],
    ["a role passed to a machine", "iam:PassRole", ROLE, { "iam:passedtoservice": "ec2.amazonaws.com" }],
    [
      "somebody's role passed to a function",
      "iam:PassRole",
      "arn:aws:iam::123456789012:role/admin",
      { "iam:passedtoservice": "lambda.amazonaws.com" },
    ],
    ["another role", "sts:AssumeRole", "arn:aws:iam::123456789012:role/admin", {}],
    ["the end of another key", "kms:ScheduleKeyDeletion", KEY, {}],
    ["the end of another stage's key", "kms:ScheduleKeyDeletion", KEY, { ...OURS, "aws:resourcetag/stage": "dev" }],
    ["a secret opened", "kms:Decrypt", KEY, OURS],
    ["another secret", "secretsmanager:GetSecretValue", at("secretsmanager::secret:Theirs-1"), {}],
    ["another bucket's end", "s3:DeleteBucket", "arn:aws:s3:::theirs", {}],
    ["another bucket's policy", "s3:PutBucketPolicy", "arn:aws:s3:::theirs", {}],
    ["a content", "s3:GetObject", "arn:aws:s3:::herald-data-prod-contentbucket-1/bodies/1", {}],
    ["a notification", "dynamodb:GetItem", at("dynamodb::table/herald-data-prod-Notifications-1"), {}],
    ["another table's end", "dynamodb:DeleteTable", at("dynamodb::table/theirs"), {}],
    ["a message", "sqs:ReceiveMessage", at("sqs::herald-service-prod-Delivery-1"), {}],
    ["another function's code", "lambda:UpdateFunctionCode", at("lambda::function:theirs"), {}],
    ["a call of a function of ours", "lambda:InvokeFunction", at("lambda::function:herald-service-prod-Sweep-1"), {}],
    ["a machine", "ec2:RunInstances", at("ec2::instance/*"), {}],
    ["another group's rules", "ec2:AuthorizeSecurityGroupEgress", at("ec2::security-group/sg-1"), {}],
    ["a way in", "ec2:AuthorizeSecurityGroupIngress", at("ec2::security-group/sg-1"), OURS],
    ["another log's end", "logs:DeleteLogGroup", at("logs::log-group:theirs"), {}],
    ["a stack", "cloudformation:UpdateStack", at("cloudformation::stack/herald-pipeline-prod/1"), {}],
  ])("leave out %s", (_name, action, resource, context) => {
    expect(isAllowed({ action, resource, context }, executionOf(pipelineTemplate(EVERYTHING)))).toBe(false);
  });

  it("fit into policies as long as IAM lets them be", () => {
    const lengths = resourcesOf(pipelineTemplate(EVERYTHING), "AWS::IAM::ManagedPolicy").map(
      ([, { Properties }]) => JSON.stringify(Properties.PolicyDocument).length,
    );
    expect(lengths).toHaveLength(5);
    expect(Math.max(...lengths)).toBeLessThan(6144);
  });
});

describe("the boundary of roles", () => {
  const expanded = ({ actions, resources = [] }: Statement): Asked[] =>
    actions.flatMap((action) =>
      resources.map((resource) => ({
        action: action.replaceAll("*", "Anything"),
        resource: resource === "*" ? "*" : resource.replaceAll("*", "anything"),
        context: { "kms:encryptioncontext:service": "herald" },
      })),
    );

  it("leaves every role what its own policies say, in every stage", () => {
    for (const given of [EVERYTHING, ...Object.values(VARIANTS).map(withPipeline)]) {
      const boundary = policiesOf(pipelineTemplate(given)).get("boundary") ?? [];
      const all = { resources: deployedOf(given), outputs: {}, secrets: new Map() };
      const statements = ofType(all, "AWS::IAM::Policy").flatMap(({ properties, logicalId }) =>
        statementsIn(properties.PolicyDocument, logicalId).filter(({ effect }) => effect === "Allow"),
      );
      expect(statements.length).toBeGreaterThan(80);
      expect(refused(statements.flatMap(expanded), boundary)).toEqual([]);
    }
  });

  it("is on every role, the CDK's own among them, where there is a pipeline, and on none without", () => {
    const boundaries = (given: Given) =>
      deployedOf(given).flatMap(({ type, properties }) =>
        type === "AWS::IAM::Role" ? [properties.PermissionsBoundary] : [],
      );
    expect(new Set(boundaries(EVERYTHING))).toEqual(new Set([BOUNDARY]));
    expect(new Set(boundaries(VARIANTS.prod))).toEqual(new Set([undefined]));
  });

  it.each([
    ["iam:CreateRole", ROLE],
    ["iam:PassRole", ROLE],
    ["sts:AssumeRole", "arn:aws:iam::123456789012:role/admin"],
    ["secretsmanager:GetSecretValue", at("secretsmanager::secret:Theirs-1")],
    ["s3:GetObject", "arn:aws:s3:::theirs/1"],
    ["dynamodb:GetItem", at("dynamodb::table/theirs")],
    ["kms:Decrypt", KEY],
    ["lambda:UpdateFunctionCode", at("lambda::function:herald-service-prod-Sweep-1")],
  ])("keeps %s out of whatever a deployment gives", (action, resource) => {
    const boundary = policiesOf(pipelineTemplate(EVERYTHING)).get("boundary") ?? [];
    expect(isAllowed({ action, resource, context: {} }, boundary)).toBe(false);
  });
});

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
