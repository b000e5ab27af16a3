import { type IMetric, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { CHANNELS } from "../../../../shared/channels/domain/channel-names.ts";
import { FUNCTION_DIMENSION, METRICS_NAMESPACE, METRICS_SERVICE } from "../../../../shared/kernel/failure-metrics.ts";
import {
  answerMetric,
  CHANNEL_DIMENSION,
  PROVIDER_ANSWERS,
  PROVIDER_TIME,
  TIME_TO_DELIVER,
} from "../../../../shared/kernel/metrics.ts";
import type { HeraldFunction } from "../herald-function.ts";
import { ALARM_PERIOD } from "../impact-alarm.ts";
import type { OverviewProps } from "./overview-props.ts";
import { explained, graph, type Row } from "./widgets.ts";

const TEXT = `# Is it the provider?
Every attempt has one answer of the other side: taken, refused permanently, deferred, or unreachable. Many deferred or unreachable at once, and calls that take seconds, are a mail server or the chat platform with a problem: nothing is lost, and retries follow.
Nothing unusual here and messages late all the same: it is us, above. One account alone: it is an owner's, below.`;

const SENDER = "deliver-notification";

function senderOf(functions: readonly HeraldFunction[]): HeraldFunction {
  const found = functions.find(({ definition }) => definition.name === SENDER);
  if (found === undefined) throw new Error(`no function is called ${SENDER}`);
  return found;
}

/** Shows the answers of providers by channel, and the time that providers and deliveries take. */
export function questionsOfProvider({ functions }: OverviewProps): Row[] {
  const { functionName } = senderOf(functions).lambda;
  const own = (metricName: string, channel: string, statistic: string): IMetric =>
    new Metric({
      namespace: METRICS_NAMESPACE,
      metricName,
      statistic,
      period: ALARM_PERIOD,
      dimensionsMap: {
        service: METRICS_SERVICE,
        [FUNCTION_DIMENSION]: functionName,
        [CHANNEL_DIMENSION]: channel,
      },
      label: `${channel}: ${metricName} ${statistic}`,
    });
  const times = (metricName: string) =>
    CHANNELS.flatMap((channel) => ["p50", "p99"].map((statistic) => own(metricName, channel, statistic)));
  return [
    explained(TEXT),
    CHANNELS.map((channel) =>
      graph(
        `What does the other side answer? Attempts of the channel ${channel}`,
        PROVIDER_ANSWERS.map((answer) => own(answerMetric(answer), channel, "Sum")),
      ),
    ),
    [
      graph("How long does the provider take? Milliseconds of one call", times(PROVIDER_TIME)),
      graph("How long does a delivery take? Milliseconds from acceptance to sent", times(TIME_TO_DELIVER)),
    ],
  ];
}
