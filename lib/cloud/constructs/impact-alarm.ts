import { Duration } from "aws-cdk-lib";
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from "aws-cdk-lib/aws-cloudwatch";
import type { Construct } from "constructs";

export interface ImpactAlarmProps {
  readonly metric: IMetric;
  /** The symptom, without a full stop. */
  readonly symptom: string;
  /** The people that the symptom hurts. */
  readonly impact: string;
  /** Rings above it; with `isFloor`, below it. */
  readonly threshold: number;
  /** For what must never fall silent: no value at all rings, too. */
  readonly isFloor?: true;
  /** Of the metric's periods in a row; 1 unless said otherwise. */
  readonly periods?: number;
  /** So many of these periods must be beyond the threshold; all of them unless said otherwise. */
  readonly failing?: number;
}

/** CloudWatch's limit. */
const MAX_DESCRIPTION_CHARACTERS = 1024;

/** The period of most alarms' metrics. */
export const ALARM_PERIOD = Duration.minutes(5);

/** An alarm whose description says who is hurt, so that the operator on call knows whether to get up. */
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
