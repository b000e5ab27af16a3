import { join } from "node:path";
import { Duration, RemovalPolicy, Stage } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { type PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  ApplicationLogLevel,
  SystemLogLevel,
  WebFunction,
  WebFunctionAuthType,
  WebFunctionCode,
  WebFunctionRuntime,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, type RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { WEB_NODE_OPTIONS, type WebFunctionDefinition } from "../../functions.ts";
import type { Bundler } from "../bundle.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";
import { regionalName } from "./regional-name.ts";

export interface UploadServerProps {
  readonly definition: WebFunctionDefinition;
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
  readonly logRetention: RetentionDays;
  readonly bundle: Bundler;
}

/**
 * Deploys the upload server as a Lambda Web Function, which receives a body of 20 MB as a stream and scales to zero.
 * Its endpoint is public and its own pipeline checks credentials: with signatures of the content delivery network every
 * client would have to hash its body.
 */
export class UploadServer extends Construct {
  readonly web: WebFunction;
  /** The log collects the lines of the server from all regions. */
  readonly log: LogGroup;

  constructor(scope: Construct, id: string, props: UploadServerProps) {
    super(scope, id);
    const { definition, environment, statements } = props;
    const logs = this.#logs(props);
    this.log = logs.collected;
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    for (const log of Object.values(logs)) log.grantWrite(role);
    for (const statement of statements) role.addToPolicy(statement);
    this.web = new WebFunction(this, "Function", {
      ...this.#code(props),
      runtime: WebFunctionRuntime.NODEJS_24_X,
      // Unlike the names of other functions, this name is unique in the account across all regions (AWS Lambda
      // Developer Guide, "Lambda Web Functions").
      webFunctionName: regionalName(this),
      revisionDescription: `Herald: ${definition.name}`,
      role,
      logGroup: logs.collected,
      environment: { ...environment, ...WEB_NODE_OPTIONS },
      timeout: Duration.seconds(definition.timeoutSeconds),
      maxConcurrencyPerEnvironment: definition.maxConcurrency,
      applicationLogLevel: ApplicationLogLevel.INFO,
      systemLogLevel: SystemLogLevel.WARN,
      defaultEndpointAuth: WebFunctionAuthType.APPLICATION_MANAGED,
    });
    this.web.node.addDependency(logs.local);
    this.#nameFunction();
    this.#alarm(definition);
  }

  /**
   * Creates the log. In every region that serves it, a web function writes to a log whose name has `.local` appended,
   * and Lambda collects the lines from there (AWS Lambda Developer Guide, "Web Function logs in Amazon CloudWatch
   * Logs"). A log that AWS creates by itself would be kept for ever.
   */
  #logs({ logRetention: retention }: UploadServerProps) {
    const removalPolicy = RemovalPolicy.DESTROY;
    const collected = new LogGroup(this, "Log", { retention, removalPolicy });
    const logGroupName = `${collected.logGroupName}.local`;
    return { collected, local: new LogGroup(this, "LocalLog", { logGroupName, retention, removalPolicy }) };
  }

  /**
   * Refers to the function by its name. The CDK refers to it by its ARN, which AWS accepts at first, but then AWS can
   * neither read the endpoint's domain nor roll back (AWS's agent toolkit, "aws-lambda-web-functions"). A plain name is
   * no reference, so the order must be stated.
   */
  #nameFunction(): void {
    const { webFunctionName, resource, resourceRevision, endpoint } = this.web;
    for (const part of [resourceRevision, endpoint.resource]) {
      part.addPropertyOverride("FunctionName", webFunctionName);
      part.addResourceDependency(resource);
    }
  }

  /**
   * Adds an alarm on the endpoint's answers (AWS Lambda Developer Guide, "Using CloudWatch metrics with Lambda Web
   * Functions"). A query adds the answers up over all endpoints and regions, because an alarm on a metric that lacks
   * one dimension would never ring. Uploads are few, so a percentage would mean nothing.
   */
  #alarm({ name, impact }: WebFunctionDefinition): void {
    const query = `SELECT SUM(HTTPResponseStatusClass5XX) FROM "AWS/Lambda/Web" WHERE FunctionName = '${this.web.webFunctionName}'`;
    impactAlarm(this, "ServerErrors", {
      metric: new MathExpression({ label: "server errors", expression: query, period: ALARM_PERIOD }),
      threshold: 0,
      symptom: `The server ${name} answers with server errors`,
      impact,
    });
  }

  /**
   * Creates the log of the CDK's function that copies the code at deployments. The default log would be kept for two
   * years and outlive the stack.
   */
  #copyLog(retention: RetentionDays): LogGroup {
    return new LogGroup(this, "CopyLog", { retention, removalPolicy: RemovalPolicy.DESTROY });
  }

  #code({ definition, bundle, logRetention }: UploadServerProps) {
    const assembly = Stage.of(this)?.assetOutdir;
    if (assembly === undefined)
      throw new Error("a server needs an app around it: its bundle goes into the app's output");
    const { directory, mainFile } = bundle(definition, join(assembly, "bundles"));
    const copyOptions = { logGroup: this.#copyLog(logRetention) };
    const code = WebFunctionCode.fromAssetToManagedBucket(directory, { exclude: ["*.map"], copyOptions });
    return { code, entryPoint: mainFile };
  }
}
