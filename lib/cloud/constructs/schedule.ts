import { Duration, Validations } from "aws-cdk-lib";
import { Rule, Schedule } from "aws-cdk-lib/aws-events";
import { LambdaFunction } from "aws-cdk-lib/aws-events-targets";
import type { Construct } from "constructs";
import { pascalCase } from "../pascal-case.ts";
import type { HeraldFunction } from "./herald-function.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

/** Runs a function again and again; rings when it stops running, which no count of errors would show. */
export function schedule(scope: Construct, { definition, lambda, live }: HeraldFunction, everySeconds: number): Rule {
  const every = Duration.seconds(everySeconds);
  // A run that was missed or failed is not worth making up for: the next one does the same work, and a repeat would meet it.
  const once = { retryAttempts: 0, maxEventAge: Duration.seconds(Math.max(60, everySeconds)) };
  // The rule hands the event to Lambda's own queue and has done its part then: what that repeats is the function's to say.
  live.configureAsyncInvoke(once);
  const rule = new Rule(scope, `${pascalCase(definition.name)}Schedule`, {
    description: `Runs ${definition.name} every ${everySeconds} s`,
    schedule: Schedule.rate(every),
    targets: [new LambdaFunction(live, once)],
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
