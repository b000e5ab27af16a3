import type { QueueEngine } from "../../local/aws/queue/queue-engine.ts";
import { type Deployment, ofType } from "../resources/deployed.ts";
import type { PutMetric } from "./metric-store.ts";

/**
 * Stores the metrics that SQS publishes for every queue once a minute (Amazon SQS Developer Guide, "Available
 * CloudWatch metrics").
 */
export function putQueueGauges(deployment: Deployment, engine: QueueEngine, put: PutMetric): void {
  for (const { attributes } of ofType(deployment, "AWS::SQS::Queue")) {
    const queue = attributes.QueueName ?? "";
    const gauge = (name: string, value: number): void =>
      put({ namespace: "AWS/SQS", name }, { QueueName: queue }, value);
    const { ready, inFlight } = engine.counts(queue);
    gauge("ApproximateNumberOfMessagesVisible", ready);
    gauge("ApproximateNumberOfMessagesNotVisible", inFlight);
    gauge("ApproximateAgeOfOldestMessage", engine.ageSeconds(queue));
  }
}
