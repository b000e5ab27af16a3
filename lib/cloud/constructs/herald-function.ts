import { join } from "node:path";
import { Duration, RemovalPolicy, Stage, Validations } from "aws-cdk-lib";
import type { Metric } from "aws-cdk-lib/aws-cloudwatch";
import { type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  Code,
  type IFunction,
  Function as LambdaFunction,
  LoggingFormat,
  RecursiveLoop,
  Runtime,
  SystemLogLevel,
  Tracing,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { FunctionDefinition } from "../../functions.ts";
import type { Bundler } from "../bundle.ts";
import { refuseLargeEnvironment } from "../environment-size.ts";
import type { Canary } from "./canary.ts";
import { functionFailures, totalOf } from "./function-failures.ts";
import { impactAlarm } from "./impact-alarm.ts";
import { resourceOf } from "./logical-id.ts";
import { isMailer, type MailNetwork } from "./mail-network.ts";

export interface HeraldFunctionProps {
  readonly definition: FunctionDefinition;
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
  readonly logRetention: RetentionDays;
  readonly bundle: Bundler;
  /** If present, this network hosts the functions that connect to mail servers. */
  readonly network?: MailNetwork | undefined;
  /** If present, callers invoke an alias that the canary moves. */
  readonly canary?: Canary | undefined;
}

const ACKNOWLEDGED = {
  "Serverless-LambdaTracing":
    "Tracing's SDK costs up to 140 ms of cold start; a trace id runs through all logs instead.",
  "Serverless-LambdaDLQ": "Gateway and queue call it and wait; a schedule's missed run is made up for by the next.",
  "Serverless-LambdaAsyncFailureDestination":
    "As for dead letters: nothing that must not be lost calls it and forgets.",
  "Serverless-LambdaEventSourceMappingDestination":
    "The queue's own dead letters are the destination: they keep the message itself and have a function that reads them.",
} as const;

/** Creates one Lambda function of this service, with its own bundle, role, log, and an alarm that says who is hurt. */
export class HeraldFunction extends Construct {
  readonly definition: FunctionDefinition;
  readonly lambda: LambdaFunction;
  /** Callers, queues and schedules invoke this alias, or the function itself if there is no alias. */
  readonly live: IFunction;
  readonly log: LogGroup;
  /** The alarm of the function adds up these metrics. */
  readonly failures: readonly Metric[];

  constructor(scope: Construct, id: string, props: HeraldFunctionProps) {
    super(scope, id);
    const { definition, environment } = props;
    this.definition = definition;
    refuseLargeEnvironment(definition.name, environment);
    const network = isMailer(definition) ? props.network : undefined;
    this.log = new LogGroup(this, "Log", {
      retention: props.logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.lambda = new LambdaFunction(this, "Function", {
      ...this.#code(props.bundle),
      description: `Herald: ${definition.name}`,
      architecture: Architecture.ARM_64,
      memorySize: definition.memoryMb,
      timeout: Duration.seconds(definition.timeoutSeconds),
      environment: { ...environment },
      role: this.#role(this.log, [...props.statements, ...(network?.statements ?? [])]),
      logGroup: this.log,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      // The platform's lines for every start and end would make up most of the log, so they are left out.
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.DISABLED,
      ...(definition.loopsOnPurpose && { recursiveLoop: RecursiveLoop.ALLOW }),
      // Old versions are kept so that an operator can point the alias back. A version of a failed deployment is
      // removed, because Lambda would not publish the same code twice.
      currentVersionOptions: { removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE },
    });
    if (network) this.#enter(network);
    const failures = functionFailures(this.lambda, definition);
    this.failures = Object.values(failures);
    this.#alarm(failures);
    this.live = props.canary?.release(this.lambda, definition) ?? this.lambda;
    for (const [rule, reason] of Object.entries(ACKNOWLEDGED)) Validations.of(this).acknowledge({ id: rule, reason });
  }

  /**
   * Creates a role that may write its own log and do what the statements say. AWS's managed policy would let it write
   * to every log of the account.
   */
  #role(logGroup: LogGroup, statements: readonly PolicyStatement[]): Role {
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    for (const statement of statements) role.addToPolicy(statement);
    return role;
  }

  /**
   * Sets the network on the resource itself, because the CDK's own VPC support needs the availability zones of the
   * subnets, which only the account knows.
   */
  #enter({ config }: MailNetwork): void {
    const resource = resourceOf(this.lambda);
    if (resource instanceof CfnFunction) resource.vpcConfig = config;
  }

  #code(bundle: Bundler) {
    const assembly = Stage.of(this)?.assetOutdir;
    if (assembly === undefined)
      throw new Error("a function needs an app around it: its bundle goes into the app's output");
    const { directory, mainFile } = bundle(this.definition, join(assembly, "bundles"));
    return {
      runtime: Runtime.NODEJS_24_X,
      handler: mainFile.replace(/\.mjs$/, ".handler"),
      // Source maps stay in `bundles/` of the output, where they help to read stack traces. Deploying them would only
      // make the function heavier.
      code: Code.fromAsset(directory, { exclude: ["*.map"] }),
    };
  }

  #alarm(failures: Record<string, Metric>): void {
    const { name, impact } = this.definition;
    impactAlarm(this, "Errors", {
      metric: totalOf(failures),
      threshold: 0,
      symptom: `The function ${name} fails: its log says why`,
      impact,
    });
  }
}
