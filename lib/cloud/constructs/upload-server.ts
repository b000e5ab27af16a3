import { join } from "node:path";
import { Duration, RemovalPolicy, Stage } from "aws-cdk-lib";
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

export interface UploadServerProps {
  readonly definition: WebFunctionDefinition;
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly PolicyStatement[];
  readonly logRetention: RetentionDays;
  readonly bundle: Bundler;
}

/**
 * The upload server as a Lambda Web Function: the body is streamed to it, 20 MB in one piece, and it scales to zero. Its endpoint is
 * open, and its own frame asks for credentials: the content delivery network's signatures would need a hash of the body from every client.
 */
export class UploadServer extends Construct {
  readonly web: WebFunction;

  constructor(scope: Construct, id: string, props: UploadServerProps) {
    super(scope, id);
    const { definition, environment, statements, logRetention } = props;
    const logGroup = new LogGroup(this, "Log", { retention: logRetention, removalPolicy: RemovalPolicy.DESTROY });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    logGroup.grantWrite(role);
    for (const statement of statements) role.addToPolicy(statement);
    this.web = new WebFunction(this, "Function", {
      ...this.#code(props),
      runtime: WebFunctionRuntime.NODEJS_24_X,
      revisionDescription: `Herald: ${definition.name}`,
      role,
      logGroup,
      environment: { ...environment, ...WEB_NODE_OPTIONS },
      timeout: Duration.seconds(definition.timeoutSeconds),
      maxConcurrencyPerEnvironment: definition.maxConcurrency,
      applicationLogLevel: ApplicationLogLevel.INFO,
      systemLogLevel: SystemLogLevel.WARN,
      defaultEndpointAuth: WebFunctionAuthType.APPLICATION_MANAGED,
    });
  }

  #code({ definition, bundle }: UploadServerProps) {
    const assembly = Stage.of(this)?.assetOutdir;
    if (assembly === undefined)
      throw new Error("a server needs an app around it: its bundle goes into the app's output");
    const { directory, mainFile } = bundle(definition, join(assembly, "bundles"));
    return { code: WebFunctionCode.fromAssetToManagedBucket(directory, { exclude: ["*.map"] }), entryPoint: mainFile };
  }
}
