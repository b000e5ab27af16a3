import type { Deployed, Deployment } from "../resources/deployed.ts";
import { ofType } from "../resources/deployed.ts";
import { isRecord } from "../template/intrinsics.ts";
import { type Decision, decide, matches, type Question } from "./evaluate.ts";
import { type Statement, statementsIn } from "./policy.ts";

/** The managed policies of AWS that the rehearsal supports. Any other is an error. */
const MANAGED: Readonly<Record<string, object>> = {
  "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole": {
    Statement: [
      {
        Sid: "AWSLambdaBasicExecutionRole",
        Effect: "Allow",
        Action: ["logs:CreateLogGroup", "logs:CreateLogStream", "logs:PutLogEvents"],
        Resource: "*",
      },
    ],
  },
};

/** Contains the question whether one call to AWS is allowed, and the decision about it. */
export interface Decided {
  readonly question: Question;
  readonly decision: Decision;
}

/** Represents the roles and policies of a deployment. */
export interface Account {
  /** Decides, and remembers the decision for the report. */
  ask(question: Question): Decision;
  readonly decisions: readonly Decided[];
  /** Returns all statements of a role, which is named by its ARN. */
  statementsOf(role: string): readonly Statement[];
  /** Returns an inline policy of a role that was put after the deployment, or undefined if there is none. */
  inlinePolicy(role: string, name: string): unknown;
  /** Gives a role an inline policy, which replaces an earlier one of the same name. */
  putInlinePolicy(role: string, name: string, document: unknown): void;
}

interface InlinePolicy {
  readonly document: unknown;
  readonly statements: readonly Statement[];
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Creates the account of a deployment. `people` has policies by ARN for principals that are in no template. */
export function accountOf(
  deployment: Deployment,
  people: ReadonlyMap<string, readonly Statement[]> = new Map(),
): Account {
  const byRole = new Map<string, readonly Statement[]>([...roleStatements(deployment), ...people]);
  const byResource = resourceStatements(deployment);
  const inline = new Map<string, Map<string, InlinePolicy>>();
  const decisions: Decided[] = [];
  const statementsOf = (role: string): readonly Statement[] => {
    const later = [...(inline.get(role)?.values() ?? [])].flatMap(({ statements }) => statements);
    return [...(byRole.get(role) ?? []), ...later];
  };
  return {
    decisions,
    statementsOf,
    inlinePolicy: (role, name) => inline.get(role)?.get(name)?.document,
    putInlinePolicy(role, name, document) {
      const own = inline.get(role) ?? new Map<string, InlinePolicy>();
      inline.set(role, own.set(name, { document, statements: statementsIn(document, name) }));
    },
    ask(question) {
      const own = "role" in question.caller ? statementsOf(question.caller.role) : [];
      const identity = isHandedOn(question, byResource) ? own : own.filter(({ effect }) => effect === "Deny");
      const resource = [...byResource].flatMap(([arn, statements]) => (isOf(arn, question.resource) ? statements : []));
      const decision = decide(question, { identity, resource });
      decisions.push({ question, decision });
      return decision;
    },
  };
}

/**
 * Says whether the policies of identities count for a resource. The policy of a key governs the key; policies of
 * identities count only if that policy says that the account decides (AWS KMS Developer Guide, "Default key policy").
 */
function isHandedOn({ action, resource }: Question, byResource: ReadonlyMap<string, readonly Statement[]>): boolean {
  if (!resource.startsWith("arn:aws:kms:")) return true;
  const root = `arn:aws:iam::${resource.split(":")[4]}:root`;
  return (byResource.get(resource) ?? []).some(
    ({ effect, principal, actions }) =>
      effect === "Allow" &&
      typeof principal === "object" &&
      principal.AWS?.includes(root) === true &&
      actions.some((one) => matches(one, action)),
  );
}

/** Says whether a policy applies to a resource. The policy of a bucket also applies to its objects. */
const isOf = (arn: string, resource: string): boolean => resource === arn || resource.startsWith(`${arn}/`);

function roleStatements(deployment: Deployment): ReadonlyMap<string, Statement[]> {
  const roles = ofType(deployment, "AWS::IAM::Role");
  const found = new Map<string, Statement[]>();
  for (const role of roles) {
    const inline = listOf(role.properties.Policies).flatMap((one) =>
      isRecord(one) ? statementsIn(one.PolicyDocument, role.logicalId) : [],
    );
    const managed = listOf(role.properties.ManagedPolicyArns).flatMap((arn) => managedStatements(String(arn)));
    found.set(role.attributes.Arn ?? "", [...inline, ...managed]);
  }
  for (const policy of ofType(deployment, "AWS::IAM::Policy")) {
    const statements = statementsIn(policy.properties.PolicyDocument, policy.logicalId);
    for (const name of listOf(policy.properties.Roles)) {
      const role = roles.find(({ ref }) => ref === name);
      if (role === undefined)
        throw new Error(`${policy.logicalId} is for a role that is not deployed: ${String(name)}`);
      found.get(role.attributes.Arn ?? "")?.push(...statements);
    }
  }
  return found;
}

function managedStatements(arn: string): Statement[] {
  const document = MANAGED[arn];
  if (document === undefined) throw new Error(`the managed policy ${arn} is not known here`);
  return statementsIn(document, arn.split("/").at(-1) ?? arn);
}

/** Collects policies of resources by the ARN that they belong to. */
function resourceStatements(deployment: Deployment): ReadonlyMap<string, Statement[]> {
  const found = new Map<string, Statement[]>();
  const add = (arn: string, document: unknown, name: string): void => {
    found.set(arn, [...(found.get(arn) ?? []), ...statementsIn(document, name)]);
  };
  const arnOf = (type: string, ref: unknown): string => {
    const target = ofType(deployment, type).find((one) => one.ref === ref);
    if (target === undefined) throw new Error(`a policy is for ${String(ref)}, which is not deployed`);
    return target.attributes.Arn ?? target.ref;
  };
  for (const { properties, logicalId } of ofType(deployment, "AWS::S3::BucketPolicy"))
    add(arnOf("AWS::S3::Bucket", properties.Bucket), properties.PolicyDocument, logicalId);
  for (const { properties, logicalId } of ofType(deployment, "AWS::SQS::QueuePolicy"))
    for (const queue of listOf(properties.Queues))
      add(arnOf("AWS::SQS::Queue", queue), properties.PolicyDocument, logicalId);
  for (const { properties, logicalId } of ofType(deployment, "AWS::SNS::TopicPolicy"))
    for (const topic of listOf(properties.Topics)) add(String(topic), properties.PolicyDocument, logicalId);
  for (const { properties, logicalId, attributes } of ofType(deployment, "AWS::KMS::Key"))
    add(attributes.Arn ?? "", keyPolicy(properties), logicalId);
  for (const permission of ofType(deployment, "AWS::Lambda::Permission"))
    add(permissionTarget(permission, deployment), permissionPolicy(permission), permission.logicalId);
  return found;
}

const keyPolicy = (properties: Deployed["properties"]): unknown => properties.KeyPolicy;

/** Returns the ARN of the function that a permission names by ARN or by name. */
function permissionTarget({ properties }: Deployed, deployment: Deployment): string {
  const name = String(properties.FunctionName);
  if (name.startsWith("arn:")) return name;
  const target = ofType(deployment, "AWS::Lambda::Function").find(({ ref }) => ref === name);
  return target?.attributes.Arn ?? name;
}

function permissionPolicy({ properties, logicalId }: Deployed): unknown {
  const {
    Principal: principal,
    Action,
    SourceArn,
    SourceAccount,
    FunctionUrlAuthType,
    InvokedViaFunctionUrl,
  } = properties;
  const isService = typeof principal === "string" && principal.includes(".");
  const like = SourceArn === undefined ? {} : { ArnLike: { "aws:SourceArn": SourceArn } };
  const equals = {
    ...(SourceAccount !== undefined && { "aws:SourceAccount": SourceAccount }),
    ...(FunctionUrlAuthType !== undefined && { "lambda:FunctionUrlAuthType": FunctionUrlAuthType }),
  };
  const viaUrl =
    InvokedViaFunctionUrl === undefined ? {} : { Bool: { "lambda:InvokedViaFunctionUrl": InvokedViaFunctionUrl } };
  const Condition = { ...like, ...(Object.keys(equals).length > 0 && { StringEquals: equals }), ...viaUrl };
  const Principal = isService ? { Service: principal } : principal === "*" ? "*" : { AWS: principal };
  return { Statement: { Sid: logicalId, Effect: "Allow", Action, Principal, Condition } };
}
