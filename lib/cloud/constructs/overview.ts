import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import { Dashboard, GraphWidget } from "aws-cdk-lib/aws-cloudwatch";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import type { HeraldFunction } from "./herald-function.ts";

export interface OverviewProps {
  readonly api: HttpApi;
  readonly queues: ReadonlyMap<string, Queue>;
  readonly functions: readonly HeraldFunction[];
}

const HALF_WIDTH = 12;

/** One page: is the API answering, is the queue moving, which function fails. */
export function overview(scope: Construct, { api, queues, functions }: OverviewProps): Dashboard {
  const waiting = [...queues].map(([name, queue]) =>
    queue.metricApproximateNumberOfMessagesVisible({ label: `${name}: waiting` }),
  );
  const ages = [...queues].map(([name, queue]) =>
    queue.metricApproximateAgeOfOldestMessage({ label: `${name}: oldest` }),
  );
  const failures = functions.flatMap((one) => one.failures);
  const durations = functions.map(({ definition, lambda }) =>
    lambda.metricDuration({ label: definition.name, statistic: "p99" }),
  );
  const graph = (title: string, left: GraphMetrics, right: GraphMetrics = []) =>
    new GraphWidget({ title, left: [...left], right: [...right], width: HALF_WIDTH });
  return new Dashboard(scope, "Overview", {
    widgets: [
      [
        graph(
          "API",
          [api.metricCount(), api.metricClientError(), api.metricServerError()],
          [api.metricLatency({ statistic: "p99" })],
        ),
        graph("Queues: messages and age in seconds", waiting, ages),
      ],
      [graph("Function failures", failures), graph("Function durations, p99", durations)],
    ],
  });
}

type GraphMetrics = readonly ReturnType<Queue["metric"]>[];
