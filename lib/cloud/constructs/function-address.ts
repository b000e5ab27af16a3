import { CfnOutput } from "aws-cdk-lib";
import { MathExpression, Metric } from "aws-cdk-lib/aws-cloudwatch";
import { FunctionUrlAuthType, InvokeMode } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { HeraldFunction } from "./herald-function.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

const MAX_ERROR_PERCENT = 1;

/**
 * Gives one function a public URL. IAM cannot protect the URL, because IAM's signature and our keys need the same
 * header. The function checks the key itself, and also the edge's secret if there is an edge.
 */
export class FunctionAddress extends Construct {
  readonly url: string;

  constructor(scope: Construct, id: string, { lambda, live, definition: { name, impact } }: HeraldFunction) {
    super(scope, id);
    const { url } = live.addFunctionUrl({ authType: FunctionUrlAuthType.NONE, invokeMode: InvokeMode.BUFFERED });
    this.url = url;
    new CfnOutput(this, "Url", { value: url, description: `The address of ${name}, for the edge` });
    const metric = (metricName: string) =>
      new Metric({
        namespace: "AWS/Lambda",
        metricName,
        dimensionsMap: { FunctionName: lambda.functionName },
        statistic: "Sum",
        period: ALARM_PERIOD,
      });
    impactAlarm(this, "ServerErrors", {
      metric: new MathExpression({
        label: "server errors in percent",
        expression: "IF(requests > 0, 100 * failed / requests, 0)",
        usingMetrics: { requests: metric("UrlRequestCount"), failed: metric("Url5xxCount") },
        period: ALARM_PERIOD,
      }),
      threshold: MAX_ERROR_PERCENT,
      symptom: `More than ${MAX_ERROR_PERCENT} % of the answers of ${name} are server errors`,
      impact,
    });
  }
}
