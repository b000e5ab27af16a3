import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";

export interface ImpactAlarmProps {
  readonly metric: IMetric;
  /** Describes the symptom without a full stop. */
  readonly symptom: string;
  /** Says who is hurt by the symptom. */
  readonly impact: string;
  /** The alarm rings above this value or, with `isFloor`, below it. */
  readonly threshold: number;
  /** With `isFloor`, a missing value rings too, because the metric must never be silent. */
  readonly isFloor?: true;
  /** This many consecutive periods are evaluated; the default is 1. */
  readonly periods?: number;
  /** This many of the periods must be beyond the threshold; the default is all of them. */
  readonly failing?: number;
}

/** CloudWatch allows no longer description. */
const MAX_DESCRIPTION_CHARACTERS = 1024;

/** Most alarms evaluate their metrics over this period. */
export const ALARM_PERIOD = Duration.minutes(5);

/** Creates an alarm whose description says who is hurt, so that the operator on call knows how urgent it is. */
export function impactAlarm(scope: Construct, id: string, props: ImpactAlarmProps): Alarm {
  const { metric, symptom, impact, threshold, isFloor, periods = 1, failing = periods } = props;
  return new Alarm(scope, id, {
    metric,
    threshold,
    evaluationPeriods: periods,
    ...(failing < periods && { datapointsToAlarm: failing }),
    comparisonOperator: isFloor ? ComparisonOperator.LESS_THAN_THRESHOLD : ComparisonOperator.GREATER_THAN_THRESHOLD,
    treatMissingData: isFloor ? TreatMissingData.BREACHING : TreatMissingData.NOT_BREACHING,
    alarmDescription: `${symptom}. Meanwhile: ${impact}.`.slice(0, MAX_DESCRIPTION_CHARACTERS),
  });
}
