import { join } from "node:path";
import { RemovalPolicy, Stack, type StackProps, Validations } from "aws-cdk-lib";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { BucketDeployment, CacheControl, Source } from "aws-cdk-lib/aws-s3-deployment";
import type { Construct } from "constructs";
import { ASSETS_FOLDER, cacheControl, type PanelConfig } from "../panel-site.ts";
import type { Edge } from "./constructs/edge.ts";
import type { Settings } from "./settings.ts";

export interface PanelStackProps extends StackProps {
  readonly settings: Settings;
  readonly edge: Edge;
  /** Folder of the panel's build. */
  readonly panel: string;
  /** Folder in which the guides lie below their address. */
  readonly guides?: string | undefined;
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
 * own and asks for more than ours may. Older files stay, so that a page that is open finds its parts; assets come before the pages that
 * name them, so that a new page does too.
 */
export class PanelStack extends Stack {
  constructor(scope: Construct, id: string, { settings, edge, panel, guides, ...props }: PanelStackProps) {
    super(scope, id, { description: "Herald: the panel's files", ...props });
    const config: PanelConfig = {
      issuer: settings.oidcIssuer,
      client_id: settings.panelClientId,
      base_url: edge.baseUrl,
      scope: scopeOf(settings),
      http_api_provider: settings.httpApiProvider,
    };
    const copying = {
      destinationBucket: Bucket.fromBucketName(this, "Bucket", edge.panel.bucket.bucketName),
      prune: false,
      logGroup: new LogGroup(this, "Log", {
        retention: settings.logRetentionDays,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
      memoryLimit: 256,
    };
    // The edge says how long pages are kept. Of an asset its object says it: what is no object is a 404, which nobody may keep.
    const assets = new BucketDeployment(this, "Assets", {
      ...copying,
      sources: [Source.asset(join(panel, ASSETS_FOLDER))],
      destinationKeyPrefix: ASSETS_FOLDER,
      cacheControl: [CacheControl.fromString(cacheControl(`/${ASSETS_FOLDER}/`))],
    });
    const pages = new BucketDeployment(this, "Files", {
      ...copying,
      sources: [
        Source.asset(panel, { exclude: [ASSETS_FOLDER] }),
        ...(guides === undefined ? [] : [Source.asset(guides)]),
        Source.jsonData("config.json", config),
      ],
    });
    pages.node.addDependency(assets);
    for (const rule of COPYING) Validations.of(this).acknowledge({ id: rule, reason: REASON });
  }
}
