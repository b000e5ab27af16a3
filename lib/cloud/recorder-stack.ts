import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  Architecture,
  Code,
  FunctionUrlAuthType,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Construct } from "constructs";
import { RECORDER_CODE } from "./recorder-code.ts";

const TIMEOUT_SECONDS = 10;
const ACKNOWLEDGED = {
  "Serverless-LambdaTracing": "A proof reads its log and nothing else.",
  "Serverless-LambdaDLQ": "Only its URL calls it, and waits for the answer.",
  "Serverless-LambdaAsyncFailureDestination": "Only its URL calls it, and waits for the answer.",
} as const;

export interface RecorderStackProps extends StackProps {
  /** The function answers only below this first part of a path. */
  readonly path: string;
  /** The concurrency that is reserved for the recorder; undefined if the account cannot reserve any. */
  readonly concurrency: number | undefined;
}

/**
 * Deploys a function with a public address, which stands in for a provider and for a webhook's receiver while `herald
 * prove` runs. It keeps the requests in its log, which is deleted with the stack.
 */
export class RecorderStack extends Stack {
  constructor(scope: Construct, id: string, { path, concurrency, ...props }: RecorderStackProps) {
    super(scope, id, { description: "Herald: records what a proof sends", ...props });
    const log = new LogGroup(this, "Log", {
      retention: RetentionDays.ONE_DAY,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    log.grantWrite(role);
    const recorder = new LambdaFunction(this, "Function", {
      code: Code.fromInline(RECORDER_CODE),
      handler: "index.handler",
      runtime: Runtime.NODEJS_24_X,
      description: "Herald: recorder",
      architecture: Architecture.ARM_64,
      memorySize: 256,
      timeout: Duration.seconds(TIMEOUT_SECONDS),
      role,
      logGroup: log,
      loggingFormat: LoggingFormat.JSON,
      tracing: Tracing.DISABLED,
      environment: { RECORDER_PATH: path },
      ...(concurrency !== undefined && { reservedConcurrentExecutions: concurrency }),
    });
    const { url } = recorder.addFunctionUrl({ authType: FunctionUrlAuthType.NONE });
    new CfnOutput(this, "Url", { value: `${url}${path}`, description: "Where mails and events of a proof go" });
    new CfnOutput(this, "LogGroup", { value: log.logGroupName, description: "What the recorder got" });
    for (const [rule, reason] of Object.entries(ACKNOWLEDGED)) Validations.of(this).acknowledge({ id: rule, reason });
  }
}
