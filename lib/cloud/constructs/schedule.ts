import { Duration, Validations } from "aws-cdk-lib";
import { Rule, RuleTargetInput, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { Construct } from "constructs";
import type { ScheduleTrigger } from "../../functions.ts";
import { pascalCase } from "../pascal-case.ts";
import type { HeraldFunction } from "./herald-function.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

/** Runs a function periodically, and adds an alarm for missing runs, which no count of errors would show. */
export function schedule(
  scope: Construct,
  { definition, lambda, live }: HeraldFunction,
  { everySeconds, parts }: Pick<ScheduleTrigger, "everySeconds" | "parts">,
): Rule {
  const every = Duration.seconds(everySeconds);
  // A missed or failed run is not repeated, because the next run does the same work and a repeated run would collide
  // with it.
  const once = { retryAttempts: 0, maxEventAge: Duration.seconds(Math.max(60, everySeconds)) };
  // The rule only puts the event into Lambda's own queue. The function's configuration decides whether Lambda repeats
  // the event.
  live.configureAsyncInvoke(once);
  const rule = new Rule(scope, `${pascalCase(definition.name)}Schedule`, {
    description: `Runs ${definition.name} every ${everySeconds} s`,
    schedule: Schedule.rate(every),
    targets: eventsOf(parts).map((given) => new LambdaFunction(live, { ...once, ...given })),
  });
  Validations.of(rule).acknowledge({
    id: "Serverless-EventBusDLQ",
    reason: "A tick carries nothing that could be lost; the alarm on missing runs tells when they stop.",
  });
  const watched = Math.max(ALARM_PERIOD.toSeconds(), 2 * everySeconds);
  impactAlarm(scope, `${pascalCase(definition.name)}Runs`, {
    metric: lambda.metricInvocations({ period: Duration.seconds(watched) }),
    threshold: 1,
    isFloor: true,
    periods: 2,
    symptom: `The function ${definition.name} is not run by its schedule`,
    impact: definition.impact,
  });
  return rule;
}

/** Returns the event for each call of a run: EventBridge's own, or one that names the part. */
function eventsOf(parts: ScheduleTrigger["parts"]): { readonly event?: RuleTargetInput }[] {
  if (parts === undefined) return [{}];
  return Array.from({ length: parts }, (_, part) => ({ event: RuleTargetInput.fromObject({ part, of: parts }) }));
}
