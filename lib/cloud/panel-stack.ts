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
  /** This folder holds the build of the panel. */
  readonly panel: string;
  /** This folder holds the guides below their path. */
  readonly guides?: string | undefined;
}

const REASON = "The CDK's own copying function: it runs at deployments only, and reaches the panel's files only.";
const COPYING = [
  "AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]",
  ...["GetObject", "GetBucket", "List", "DeleteObject", "Abort"].map(
    (verb) => `AwsSolutions-IAM5[Action::s3:${verb}*]`,
  ),
  // The CDK chooses the runtime of its function.
  "AwsSolutions-L1",
  "Serverless-LambdaDLQ",
  "Serverless-LambdaLatestVersion",
  "Serverless-LambdaTracing",
] as const;

/** Returns the scopes of the panel's sign-in, which always include the scope that the API requires. */
const scopeOf = ({ panelScope, requiredScope }: Settings): string =>
  [...new Set([...panelScope.split(/\s+/).filter(Boolean), requiredScope])].join(" ");

/**
 * Copies the panel's files into their bucket at every deployment. The stack is separate from the service, because the
 * copying function is the CDK's own and asks for more rights than our functions may have. Older files stay, so that an
 * open page still finds its parts. Assets are copied before the pages that name them, so that a new page finds its
 * parts as well.
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
      ...(settings.bounceDomain !== undefined && { bounce_domain: settings.bounceDomain }),
      uploads: settings.uploads,
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
    // The edge sets `Cache-Control` for pages. Assets get `Cache-Control` from their objects in the bucket, because a
    // header of the edge would also let browsers cache the 404 of a missing asset.
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
