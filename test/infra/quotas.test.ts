import { beforeAll, describe, expect, it } from "vitest";
import { settings as example } from "../../config/prod.example.ts";
import { readSettings } from "../../lib/cloud/settings.ts";
import { ownPolicy } from "../../ops/doctor/quota-checks.ts";
import { quotasOf } from "../../ops/doctor/quotas.ts";
import { contextOfCdkJson } from "../../ops/synthesis/cdk-context.ts";
import { resourcesOf, synthesise, type Templates } from "./stacks/synthesise.ts";

/** Maps the quotas of `ops/doctor/quotas.ts` to the resources that they count in the templates. */
const COUNTED: Record<string, string> = {
  "CloudFront distributions": "AWS::CloudFront::Distribution",
  "CloudFront header policies": "AWS::CloudFront::ResponseHeadersPolicy",
  "CloudFront cache policies": "AWS::CloudFront::CachePolicy",
  "DynamoDB tables": "AWS::DynamoDB::GlobalTable",
  "API Gateway routes": "AWS::ApiGatewayV2::Route",
  "IAM roles": "AWS::IAM::Role",
  "KMS keys": "AWS::KMS::Key",
  "SNS topics": "AWS::SNS::Topic",
};

const { alarmTopicArn: _, ...withMedia } = example;
const { mediaBucket: __, ...withoutMedia } = withMedia;
const TOPIC = "arn:aws:sns:eu-central-1:123456789012:chat";

describe.each([
  ["a production stage with media", { ...withMedia, stage: "prod" }],
  ["a stage without media, with a topic of its operator's", { ...withoutMedia, stage: "dev", chatTopicArn: TOPIC }],
])("the quotas that the doctor asks for, of %s", (_name, given) => {
  let templates: Templates;
  beforeAll(() => {
    templates = synthesise(given);
  });
  const context: Record<string, unknown> = { ...contextOfCdkJson(), ...given };
  const quotas = quotasOf(readSettings({ tryGetContext: (key: string) => context[key] }));
  const countOf = (type: string) => Object.values(templates).flatMap((one) => resourcesOf(one, type)).length;

  it("need what the stacks have of each kind, no less and no more", () => {
    const counted = quotas.flatMap(({ name, needs }) => (COUNTED[name] === undefined ? [] : [[name, needs]]));
    const there = Object.entries(COUNTED).map(([name, type]) => [name, countOf(type)]);
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(there.filter(([, count]) => count !== 0)));
  });

  it("know the stage's own header policies by their names", () => {
    const here = synthesise({ ...given, region: "eu-central-1" });
    const names = resourcesOf(here.service, "AWS::CloudFront::ResponseHeadersPolicy").map(
      ([, { Properties }]) => Properties.ResponseHeadersPolicyConfig.Name,
    );
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) expect(name).toMatch(ownPolicy(given.stage, "eu-central-1"));
  });

  it("allow for the longest that the edge waits for an origin", () => {
    const [[, distribution] = ["", { Properties: {} }]] = resourcesOf(
      templates.service,
      "AWS::CloudFront::Distribution",
    );
    const origins: { CustomOriginConfig?: { OriginReadTimeout?: number } }[] =
      distribution.Properties.DistributionConfig.Origins;
    const longest = Math.max(...origins.map(({ CustomOriginConfig: own }) => own?.OriginReadTimeout ?? 0));
    const wait = quotas.find(({ name }) => name === "CloudFront wait in s");
    // Every account may have a wait of less than 60 s.
    expect(wait?.needs).toBe(longest < 60 ? undefined : longest);
  });
});
