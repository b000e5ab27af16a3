import * as z from "zod";
import { ORDER, type Resource, type Stage, stackName } from "./stage.ts";

/**
 * Maps kinds of resources to the property whose value must be unique, and to the reach: a region, an account in all
 * regions, or the world.
 */
const NAMES: Readonly<Record<string, { readonly path: readonly string[]; readonly within: Reach }>> = {
  "AWS::CloudFront::CachePolicy": { path: ["CachePolicyConfig", "Name"], within: "account" },
  "AWS::CloudFront::Function": { path: ["Name"], within: "account" },
  "AWS::CloudFront::KeyGroup": { path: ["KeyGroupConfig", "Name"], within: "account" },
  "AWS::CloudFront::OriginAccessControl": { path: ["OriginAccessControlConfig", "Name"], within: "account" },
  "AWS::CloudFront::ResponseHeadersPolicy": { path: ["ResponseHeadersPolicyConfig", "Name"], within: "account" },
  "AWS::IAM::ManagedPolicy": { path: ["ManagedPolicyName"], within: "account" },
  "AWS::IAM::Role": { path: ["RoleName"], within: "account" },
  // Unlike names of other functions, this one is unique in the account (AWS Lambda Developer Guide, "Lambda Web
  // Functions").
  "AWS::Lambda::WebFunction": { path: ["FunctionName"], within: "account" },
  "AWS::S3::Bucket": { path: ["BucketName"], within: "world" },
  "AWS::CloudWatch::Alarm": { path: ["AlarmName"], within: "region" },
  "AWS::CloudWatch::Dashboard": { path: ["DashboardName"], within: "region" },
  "AWS::CodeDeploy::Application": { path: ["ApplicationName"], within: "region" },
  "AWS::DynamoDB::GlobalTable": { path: ["TableName"], within: "region" },
  "AWS::Events::Rule": { path: ["Name"], within: "region" },
  "AWS::KMS::Alias": { path: ["AliasName"], within: "region" },
  "AWS::Lambda::Function": { path: ["FunctionName"], within: "region" },
  "AWS::Logs::LogGroup": { path: ["LogGroupName"], within: "region" },
  "AWS::SecretsManager::Secret": { path: ["Name"], within: "region" },
  "AWS::SES::ReceiptRuleSet": { path: ["RuleSetName"], within: "region" },
  "AWS::SNS::Topic": { path: ["TopicName"], within: "region" },
  "AWS::SQS::Queue": { path: ["QueueName"], within: "region" },
};
type Reach = "region" | "account" | "world";

/**
 * The most resources of each kind that an account may have, besides those of AWS, without a raised quota (Amazon
 * CloudFront Developer Guide and IAM User Guide, "Quotas").
 */
const QUOTAS: Readonly<Record<string, number>> = {
  "AWS::CloudFront::CachePolicy": 20,
  "AWS::CloudFront::Distribution": 500,
  "AWS::CloudFront::Function": 100,
  "AWS::CloudFront::KeyGroup": 10,
  "AWS::CloudFront::OriginAccessControl": 100,
  "AWS::CloudFront::ResponseHeadersPolicy": 20,
  "AWS::IAM::Role": 1000,
};

interface Named {
  /** The id of the resource in its stack. */
  readonly id: string;
  readonly key: string;
  readonly type: string;
  readonly name: string;
  readonly of: string;
  /** Says whether the resource stays in the account when its stack no longer has it. */
  readonly isRetained: boolean;
}

const resourcesOf = (stage: Stage): { id: string; one: Resource; of: string }[] =>
  ORDER.flatMap((stack) =>
    Object.entries(stage.stacks[stack].Resources).map(([id, one]) => ({
      id,
      one,
      of: `${stackName(stage, stack)} in ${stage.region}`,
    })),
  );

const heldBy = (value: unknown, key: string): unknown => z.record(z.string(), z.unknown()).safeParse(value).data?.[key];
const joined = z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) });
const pseudo = z.object({ Ref: z.enum(["AWS::Region", "AWS::AccountId"]) });

/** Returns the text of a name, or undefined if CloudFormation generates it or if it depends on a generated one. */
function literal(value: unknown, stage: Stage): string | undefined {
  if (typeof value === "string") return value;
  const parameter = pseudo.safeParse(value).data;
  if (parameter) return parameter.Ref === "AWS::Region" ? stage.region : stage.account;
  const join = joined.safeParse(value).data?.["Fn::Join"];
  const parts = join?.[1].map((part) => literal(part, stage));
  return parts?.every((part) => part !== undefined) ? parts.join(join?.[0]) : undefined;
}

function namesOf(stage: Stage): Named[] {
  return resourcesOf(stage).flatMap(({ id, one: { Type: type, Properties, DeletionPolicy }, of }) => {
    const place = NAMES[type];
    if (place === undefined) return [];
    const name = literal(place.path.reduce(heldBy, Properties), stage);
    if (name === undefined) return [];
    const reach = { region: `${stage.account} ${stage.region}`, account: stage.account, world: "" }[place.within];
    const isRetained = DeletionPolicy?.startsWith("Retain") === true;
    return [{ id, key: `${reach} ${type} ${name}`, type, name, of, isRetained }];
  });
}

/** Finds two resources with the same name where there may be only one. */
export function collisions(stages: readonly Stage[]): string[] {
  const owners = new Map<string, string>();
  return stages.flatMap(namesOf).flatMap(({ key, type, name, of }) => {
    const owner = owners.get(key);
    if (owner === undefined) owners.set(key, of);
    return owner === undefined ? [] : [`${of} cannot make the ${type} ${name}: ${owner} has one of that name.`];
  });
}

/** Finds names that are still in use, because CloudFormation creates the new resource before it deletes the old one. */
export function takenNames(from: Stage, to: Stage): string[] {
  const owners = new Map(namesOf(from).map((one) => [one.key, one]));
  return namesOf(to).flatMap(({ key, id, type, name, of }) => {
    const owner = owners.get(key);
    if (owner === undefined || owner.id === id) return [];
    return [`${of} cannot make the ${type} ${name} as ${id}: ${owner.id} still has that name.`];
  });
}

/** Finds kinds of global resources of which there are more than an account may have. */
export function exceededQuotas(stages: readonly Stage[]): string[] {
  const types = stages.flatMap(resourcesOf).map(({ one: { Type } }) => Type);
  return Object.entries(QUOTAS).flatMap(([type, most]) => {
    const count = types.filter((one) => one === type).length;
    return count > most ? [`${stages.length} deployments have ${count} of ${type}: an account may have ${most}.`] : [];
  });
}

/**
 * Finds resources in the history of a stage that a deployment left behind and whose name a later deployment needs
 * again.
 */
export function leftBehind(history: readonly Stage[]): string[] {
  const left = new Set<string>();
  return history.flatMap((stage, step) => {
    const now = namesOf(stage);
    const before = history.slice(Math.max(0, step - 1), step).flatMap(namesOf);
    const keys = new Set(now.map(({ key }) => key));
    for (const { key, isRetained } of before) if (isRetained && !keys.has(key)) left.add(key);
    const wanted = now.filter(({ key }) => left.has(key));
    return wanted.map(({ type, name, of }) => `${of} cannot make the ${type} ${name}: it left one behind.`);
  });
}
