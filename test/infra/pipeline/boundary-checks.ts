import { describe, expect, it } from "vitest";
import { type Statement, statementsIn } from "../../../rehearsal/iam/policy.ts";
import { ofType } from "../../../rehearsal/resources/deployed.ts";
import { type Given, VARIANTS } from "../stacks/variants.ts";
import { type Asked, deployedOf, isAllowed, pipelineTemplate, policiesOf, refused } from "./questions.ts";
import { at, BOUNDARY, EVERYTHING, KEY, ROLE, STAGES } from "./stages.ts";

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
    for (const given of Object.values(STAGES)) {
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
    ["kms:GenerateDataKeyWithoutPlaintext", KEY],
    ["lambda:UpdateFunctionCode", at("lambda::function:herald-service-prod-Sweep-1")],
  ])("keeps %s out of whatever a deployment gives", (action, resource) => {
    const boundary = policiesOf(pipelineTemplate(EVERYTHING)).get("boundary") ?? [];
    expect(isAllowed({ action, resource, context: {} }, boundary)).toBe(false);
  });
});
