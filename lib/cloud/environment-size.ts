import { CfnResource, type IResolvable, Reference, Stack, Tokenization } from "aws-cdk-lib";
import type { IConstruct } from "constructs";
import { SettingsError } from "./settings.ts";

/** Lambda's quota on all variables of a function together (AWS Lambda Developer Guide, "Lambda quotas"). Nobody can raise it. */
const LAMBDAS_BYTES = 4096;
/** Refused above it: a rotation adds a second origin secret, and a setting grows after the first deployment. */
export const MAX_ENVIRONMENT_BYTES = 3584;

/** As long as the longest there are: the real ones may only be known when the stack is deployed. */
const REGION = "ap-southeast-1";
const ACCOUNT = "000000000000";
const UUID = "00000000-0000-0000-0000-000000000000";
/** The suffix that the CDK puts behind the path of a resource. */
const HASH = "00000000";
/** The suffix that CloudFormation puts behind the name of a resource that has none. */
const SUFFIX = "-0000000000000";
/** The longest secret that the stack lets Secrets Manager make. */
const SECRET = "0".repeat(64);

/** The longest text that a reference can become, by the type of the resource and the attribute. */
const STAND_INS: Readonly<Record<string, (name: string) => string>> = {
  "AWS::DynamoDB::GlobalTable.Ref": (name) => name,
  "AWS::S3::Bucket.Ref": (name) => name.slice(0, 63),
  "AWS::SQS::Queue.Ref": (name) => `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${name.slice(0, 80)}`,
  "AWS::SNS::Topic.Ref": (name) => `arn:aws:sns:${REGION}:${ACCOUNT}:${name}`,
  "AWS::KMS::Key.Arn": () => `arn:aws:kms:${REGION}:${ACCOUNT}:key/${UUID}`,
};

/**
 * Fails the synthesis, in the words of the settings, before Lambda refuses the function in the middle of a deployment. What it
 * measures is the JSON of all variables ("String measured", says its refusal), the references in it resolved.
 */
export function refuseLargeEnvironment(name: string, environment: Readonly<Record<string, string>>): void {
  const bytes = environmentBytes(environment);
  if (bytes <= MAX_ENVIRONMENT_BYTES) return;
  throw new SettingsError(
    `The environment of the function ${name} may come to ${bytes} bytes, more than the ${MAX_ENVIRONMENT_BYTES} that leave room below Lambda's ${LAMBDAS_BYTES}. Shorten what takes most of it: ${longest(environment)}. ` +
      "For links to media seal an ECDSA P-256 key, which is a fifth of an RSA key (docs/media.md).",
  );
}

/** At most so many bytes as Lambda counts them. */
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

/** The text with everything in it that only a deployment knows replaced by something as long. */
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

/** A logical id is no longer than the path in the stack and a hash. */
function generatedName(target: IConstruct): string {
  const stack = Stack.of(target);
  const path = target.node.path.slice(stack.node.path.length).replaceAll("/", "");
  return `${stack.stackName}-${path}${HASH}${SUFFIX}`;
}
