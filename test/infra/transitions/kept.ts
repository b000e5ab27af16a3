import { loadAwsServiceSpecSync } from "@aws-cdk/aws-service-spec";
import { valuesReadFrom } from "./readings.ts";
import { found, isSame, ORDER, type Resource, type StackName, type Stage, stackName } from "./stage.ts";

const spec = loadAwsServiceSpecSync();

/**
 * These resources contain no data, but others outside of the stacks know them by the name that CloudFormation gave
 * them.
 */
const KNOWN_OUTSIDE = new Set(["AWS::CloudFront::Distribution", "AWS::Lambda::Function", "AWS::SNS::Topic"]);
const SECRET = "AWS::SecretsManager::Secret";
/** A rotation creates one of these secrets and deletes another on purpose. */
const GENERATION = /^OriginSecretsGeneration/;

const isRetained = ({ DeletionPolicy }: Resource): boolean => DeletionPolicy?.startsWith("Retain") === true;

/** Says whether replacing a resource would lose data, a key or an address. */
const isKept = (id: string, one: Resource): boolean =>
  (isRetained(one) && one.Type !== "AWS::Lambda::Version") ||
  KNOWN_OUTSIDE.has(one.Type) ||
  (one.Type === SECRET && !GENERATION.test(id));

/**
 * Returns the ids of resources whose values other stacks read. Nobody tells those stacks when another resource takes
 * their place.
 */
function readIds(stage: Stage, stack: StackName): ReadonlySet<unknown> {
  const values = valuesReadFrom(stage, stack);
  const attributes = found(values, "Fn::GetAtt").map((attribute) =>
    Array.isArray(attribute) ? attribute[0] : attribute,
  );
  return new Set([...found(values, "Ref"), ...attributes]);
}

function keptIn(stage: Stage, stack: StackName): [string, Resource][] {
  const read = readIds(stage, stack);
  return Object.entries(stage.stacks[stack].Resources).filter(([id, one]) => read.has(id) || isKept(id, one));
}

/** Finds resources that get another logical id, because CloudFormation knows a resource only by its logical id. */
export function movedResources(from: Stage, to: Stage): string[] {
  return ORDER.flatMap((stack) => {
    const gone = keptIn(from, stack).filter(([id]) => to.stacks[stack].Resources[id] === undefined);
    const come = Object.entries(to.stacks[stack].Resources).filter(
      ([id]) => from.stacks[stack].Resources[id] === undefined,
    );
    return gone.flatMap(([id, { Type }]) => {
      const [other] = come.find(([, one]) => one.Type === Type) ?? [];
      if (other === undefined) return [];
      return [`${stackName(to, stack)} makes a new ${Type} ${other}, and lets go of ${id}, which holds something.`];
    });
  });
}

/** Finds resources that their stack always kept, and would delete from now on. */
export function givenUpResources(from: Stage, to: Stage): string[] {
  return ORDER.flatMap((stack) =>
    Object.entries(from.stacks[stack].Resources).flatMap(([id, before]) => {
      const now = to.stacks[stack].Resources[id];
      if (now === undefined || !isRetained(before) || isRetained(now)) return [];
      return [`${stackName(to, stack)} would delete ${id} (${now.Type}), which it kept so far.`];
    }),
  );
}

/** Finds properties whose change makes CloudFormation replace a resource by a new one. */
export function replacedResources(from: Stage, to: Stage): string[] {
  return ORDER.flatMap((stack) =>
    keptIn(from, stack).flatMap(([id, before]) => {
      const now = to.stacks[stack].Resources[id];
      if (now === undefined) return [];
      if (now.Type !== before.Type)
        return [`${stackName(to, stack)} makes ${id} a ${now.Type}: it was ${before.Type}.`];
      return replacing(before, now).map(
        (name) => `${stackName(to, stack)} replaces ${id} (${now.Type}): its ${name} changes.`,
      );
    }),
  );
}

function replacing({ Type, Properties: was }: Resource, { Properties: now }: Resource): string[] {
  const [known] = spec.lookup("resource", "cloudFormationType", "equals", Type);
  // The specification does not know this new kind yet.
  if (known === undefined) return isSame(was, now) ? [] : ["configuration"];
  return Object.entries(known.properties)
    .filter(([, { causesReplacement }]) => causesReplacement === "yes" || causesReplacement === "maybe")
    .filter(([name]) => !isSame(was[name], now[name]))
    .map(([name]) => name);
}
