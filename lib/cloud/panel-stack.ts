import { RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { Construct } from "constructs";
import type { PanelConfig } from "../panel-site.ts";
import type { Edge } from "./constructs/edge.ts";
import type { Settings } from "./settings.ts";

export interface PanelStackProps extends StackProps {
  readonly settings: Settings;
  readonly edge: Edge;
  /** Folders that are laid over each other in the bucket: the panel's build, and the guides below their address. */
  readonly files: readonly string[];
}

const REASON = "The CDK's own copying function: it runs at deployments only, and reaches the panel's files only.";
const COPYING = [
  "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]",
  ...["GetObject", "GetBucket", "List", "DeleteObject", "Abort"].map(
    (verb) => `AwsSolutions-IAM5[Action::s3:${verb}*]`,
  ),
  // Its runtime is the CDK's choice.
  "AwsSolutions-L1",
  "Serverless-LambdaDLQ",
  "Serverless-LambdaLatestVersion",
  "Serverless-LambdaTracing",
] as const;

/** The scope of the panel's sign-in includes the one that the API asks for. */
const scopeOf = ({ panelScope, requiredScope }: Settings): string =>
  [...new Set([...panelScope.split(/\s+/).filter(Boolean), requiredScope])].join(" ");

/**
 * The panel's files, copied into their bucket by every deployment: apart from the service, because the copying function is the CDK's
 * own and asks for more than ours may. Older files stay, so that a page that is open finds its parts.
 */
export class PanelStack extends Stack {
  constructor(scope: Construct, id: string, { settings, edge, files, ...props }: PanelStackProps) {
    super(scope, id, { description: "Herald: the panel's files", ...props });
    const config: PanelConfig = {
      issuer: settings.oidcIssuer,
      client_id: settings.panelClientId,
      base_url: edge.baseUrl,
      scope: scopeOf(settings),
      http_api_provider: settings.httpApiProvider,
    };
    new BucketDeployment(this, "Files", {
      sources: [...files.map((folder) => Source.asset(folder)), Source.jsonData("config.json", config)],
      destinationBucket: Bucket.fromBucketName(this, "Bucket", edge.panel.bucket.bucketName),
      prune: false,
      logGroup: new LogGroup(this, "Log", {
        retention: settings.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      memoryLimit: 256,
    });
    for (const rule of COPYING) Validations.of(this).acknowledge({ id: rule, reason: REASON });
  }
}
