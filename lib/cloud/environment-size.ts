import { CfnResource, type IResolvable, Reference, Stack, Tokenization } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import { SettingsError } from "./settings.ts";

/**
 * Lambda allows this many bytes for all variables of a function together, and does not raise the quota (AWS Lambda
 * Developer Guide, "Lambda quotas").
 */
const LAMBDAS_BYTES = 4096;
/**
 * This limit leaves some room: a rotation adds a second origin secret, and settings grow after the first deployment.
 */
export const MAX_ENVIRONMENT_BYTES = 3712;

/** These stand-ins are as long as the real values can be, because only a deployment may know those. */
const REGION = "ap-southeast-1";
const ACCOUNT = "000000000000";
const UUID = "00000000-0000-0000-0000-000000000000";
/** The CDK appends a suffix of this length to the path of a resource. */
const HASH = "00000000";
/** CloudFormation appends a suffix of this length to the name of a resource that has no name of its own. */
const SUFFIX = "-0000000000000";
/** Secrets Manager generates no longer secret for this stack. */
const SECRET = "0".repeat(64);

/** Gives the longest text to which a reference can resolve, by resource type and attribute. */
const STAND_INS: Readonly<Record<string, (name: string) => string>> = {
  "AWS::DynamoDB::GlobalTable.Ref": (name) => name,
  "AWS::S3::Bucket.Ref": (name) => name.slice(0, 63),
  "AWS::SQS::Queue.Ref": (name) => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${name.slice(0, 80)}`,
  "AWS::SNS::Topic.Ref": (name) => `arn:aws:sns:${REGION}:${ACCOUNT}:${name}`,
  "AWS::KMS::Key.Arn": () => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${UUID}`,
};

/**
 * Throws during synthesis with a message about settings, before Lambda would refuse the function in the middle of a
 * deployment. Lambda measures the JSON of all variables after it has resolved references ("String measured" in its
 * refusal).
 */
export function refuseLargeEnvironment(name: string, environment: Readonly<Record<string, string>>): void {
  const bytes = environmentBytes(environment);
  if (bytes <= MAX_ENVIRONMENT_BYTES) return;
  throw new SettingsError(
    `The environment of the function ${name} may come to ${bytes} bytes, more than the ${MAX_ENVIRONMENT_BYTES} that leave room below Lambda's ${LAMBDAS_BYTES}. Shorten what takes most of it: ${longest(environment)}. ` +
      "For links to media seal an ECDSA P-256 key, which is a fifth of an RSA key (docs/media.md).",
  );
}

/** Returns an upper bound for the number of bytes that Lambda counts. */
export const environmentBytes = (environment: Readonly<Record<string, string>>): number =>
  Buffer.byteLength(JSON.stringify(deployed(environment)));

const deployed = (environment: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, standInOf(value)]));

function longest(environment: Readonly<Record<string, string>>): string {
  const sizes = Object.entries(deployed(environment)).map(([name, value]) => ({
    name,
    bytes: Buffer.byteLength(value),
  }));
  const three = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 3);
  return three.map(({ name, bytes }) => `${name} (${bytes})`).join(", ");
}

/** Replaces everything that only a deployment knows with a text that is at least as long. */
function standInOf(value: string): string {
  if (value === "") return "";
  const mapToken = (token: IResolvable): string => (Reference.isReference(token) ? ofReference(token) : SECRET);
  const join = (left: unknown, right: unknown): string => `${left ?? ""}${right ?? ""}`;
  return String(Tokenization.reverseString(value).mapTokens({ mapToken }).join({ join }));
}

function ofReference({ target, displayName }: Reference): string {
  const resource = CfnResource.isCfnResource(target) ? target : target.node.defaultChild;
  const type = CfnResource.isCfnResource(resource) ? resource.cfnResourceType : "";
  const standIn = STAND_INS[`${type}.${displayName}`];
  if (standIn === undefined) throw new Error(`no length is known for ${displayName} of ${target.node.path}`);
  return standIn(generatedName(target));
}

/** Returns a stand-in for a generated name. A logical id is at most as long as the path within the stack and a hash. */
function generatedName(target: IConstruct): string {
  const stack = Stack.of(target);
  const path = target.node.path.slice(stack.node.path.length).replaceAll("/", "");
  return `${stack.stackName}-${path}${HASH}${SUFFIX}`;
}
