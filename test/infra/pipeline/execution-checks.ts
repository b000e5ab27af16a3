import { describe, expect, it } from "vitest";
import { resourcesOf } from "../stacks/synthesise.ts";
import type { Given } from "../stacks/variants.ts";
import { NEEDS } from "./needs.ts";
import {
  type Asked,
  allowing,
  deployedOf,
  executionOf,
  isAllowed,
  pipelineTemplate,
  refused,
  tagsOf,
} from "./questions.ts";
import { at, BOUNDARY, EVERYTHING, KEY, ROLE, STAGES } from "./stages.ts";

const OURS = { "aws:resourcetag/service": "herald", "aws:resourcetag/stage": "prod" };

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

describe("the rights of CloudFormation in a pipeline's name", () => {
  it.each(Object.entries(STAGES))("are enough for every resource of a stage %s", (_name, given) => {
    const questions = questionsOf(given);
    expect(questions.length).toBeGreaterThan(500);
    expect(refused(questions, executionOf(pipelineTemplate(given)))).toEqual([]);
  });

  it("are asked for by every kind of resource whose calls are known", () => {
    const kinds = new Set(Object.values(STAGES).flatMap((given) => deployedOf(given).map(({ type }) => type)));
    expect(Object.keys(NEEDS).filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  it("hold no statement that nothing needs: without any of them a deployment is refused", () => {
    const questions = questionsOf(EVERYTHING);
    const execution = executionOf(pipelineTemplate(EVERYTHING));
    expect(execution.length).toBeGreaterThan(30);
    // CloudFormation itself needs these two statements, and no resource does.
    const ofStacks = /\/(?:BootstrapVersion|Outputs)$/;
    // No statement denies, so an action that only one statement allows is refused without it.
    expect(execution.filter(({ effect }) => effect !== "Allow")).toEqual([]);
    const needed = new Set(
      questions.map((one) => allowing(one, execution)).flatMap((by) => (by.length === 1 ? by : [])),
    );
    const idle = execution.filter((one) => !ofStacks.test(one.name) && !needed.has(one));
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
    ["a line of the edge's log", "s3:GetObject", "arn:aws:s3:::herald-service-prod-edgelogbucket-1/E1.gz", {}],
    ["a file of the panel", "s3:GetObject", "arn:aws:s3:::herald-service-prod-panelbucket-1/index.html", {}],
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
