import type { HttpApi } from "aws-cdk-lib/aws-apigatewayv2";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { QueueName } from "../../../functions.ts";
import type { HeraldFunction } from "../herald-function.ts";
import type { UploadServer } from "../upload-server.ts";

export interface OverviewProps {
  readonly api: HttpApi;
  readonly queues: ReadonlyMap<QueueName, Queue>;
  readonly functions: readonly HeraldFunction[];
  readonly servers: readonly UploadServer[];
}
