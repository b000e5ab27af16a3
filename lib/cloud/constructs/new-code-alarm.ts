import { createHash } from "node:crypto";
import { Duration, Lazy, Stack } from "aws-cdk-lib";
import type { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import type { Function as LambdaFunction } from "aws-cdk-lib/aws-lambda";
import type { FunctionDefinition } from "../../functions.ts";
import { failuresOfVersion, totalOf } from "./function-failures.ts";
import { impactAlarm } from "./impact-alarm.ts";
import { resourceOf } from "./logical-id.ts";

/** The period is short, so that a failure shows while most callers still use the old code. */
const PERIOD = Duration.minutes(1);
/** A metric may arrive minutes after the event that it counts, so this many periods are evaluated. */
const PERIODS = 5;
/** The CDK's logical ids end in a hash of this length. */
const HASH_CHARACTERS = 8;

/**
 * Creates an alarm that rings when a version of a function fails once. Each version has an alarm of its own. A changed
 * alarm would keep the state that the previous version left until CloudWatch evaluates the alarm again, and would stop
 * a deployment that repairs the function.
 */
export function newCodeAlarm(lambda: LambdaFunction, alias: string, definition: FunctionDefinition): Alarm {
  const { name, impact } = definition;
  const { node, currentVersion } = lambda;
  if (node.scope === undefined) throw new Error(`${node.path} belongs to nothing`);
  const alarm = impactAlarm(node.scope, "NewCodeErrors", {
    metric: totalOf(failuresOfVersion(lambda, definition, { alias, version: currentVersion.version }, PERIOD), PERIOD),
    threshold: 0,
    periods: PERIODS,
    failing: 1,
    symptom: `The newest version of the function ${name} fails: its log says why, and its deployment goes back`,
    impact,
  });
  const stack = Stack.of(lambda);
  const kept = stack.getLogicalId(resourceOf(alarm)).slice(0, -HASH_CHARACTERS);
  // The CDK derives the id of the version from the function's code and settings, and knows it only when it writes the
  // template.
  const versionId = (): string => String(stack.resolve(resourceOf(currentVersion).logicalId));
  resourceOf(alarm).overrideLogicalId(Lazy.string({ produce: () => `${kept}${hashOf(versionId())}` }));
  return alarm;
}

const hashOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_CHARACTERS).toUpperCase();
