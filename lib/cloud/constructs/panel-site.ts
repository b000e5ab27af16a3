import { RemovalPolicy, Validations } from "aws-cdk-lib";
import {
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  type FunctionAssociation,
  type IOrigin,
  type ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { OriginGroup, S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { GUIDES_ROOT } from "../../guides-site.ts";
import { ASSET_HEADERS, PANEL_SECTIONS, type PanelProvider, PREVIEW_PAGE, panelHeaders } from "../../panel-site.ts";
import { asBucket } from "./as-interface.ts";
import { edgeFunction } from "./edge-function.ts";
import { keepLogicalId } from "./logical-id.ts";
import { siteHeaders } from "./site-headers.ts";

export interface PanelSiteProps {
  /** The pages may request tokens from this identity provider. */
  readonly provider: PanelProvider;
  /** This origin gets requests for files that the bucket lacks, and answers 404 with our own error (D2). */
  readonly api: IOrigin;
}

/** These files are no pages. A pattern may cover files that do not exist, which only costs a 404. */
const FILES = ["/config.json", "/icon.svg", "/preview.js"] as const;
const ASSETS = "/assets/*";
const patternOf = (section: string): string => `/${section}*`;
/** The paths of the panel's pages, all of which get the same document. */
const PAGES = ["/", "/index.html", ...PANEL_SECTIONS.map(patternOf)];

/**
 * Builds the panel's private bucket, which also holds the guides, and the behaviours of the distribution that serve
 * both in the same way as the local stack (`lib/panel-site.ts`, `lib/guides-site.ts`).
 */
export class PanelSite extends Construct {
  readonly bucket: Bucket;
  /** Maps path patterns to behaviours. */
  readonly behaviors: Readonly<Record<string, BehaviorOptions>>;

  constructor(scope: Construct, id: string, { provider, api }: PanelSiteProps) {
    super(scope, id);
    this.bucket = this.#bucket();
    const origin = new OriginGroup({
      primaryOrigin: S3BucketOrigin.withOriginAccessControl(asBucket(this.bucket)),
      fallbackOrigin: api,
      // S3 answers 403 for a missing object if the caller may not list the bucket.
      fallbackStatusCodes: [403, 404],
    });
    const functionAssociations = [edgeFunction(this, "panel-request"), edgeFunction(this, "panel-response")];
    const behavior = (headers: ResponseHeadersPolicy, cachePolicy = CachePolicy.CACHING_DISABLED) =>
      houseBehavior({ origin, functionAssociations, responseHeadersPolicy: headers, cachePolicy });
    const page = behavior(siteHeaders(this, "PageHeaders", panelHeaders(provider)));
    // `panel-response` sets the remaining headers, because an account may have only a few policies.
    const fileHeaders = siteHeaders(this, "FileHeaders", ASSET_HEADERS);
    const file = behavior(fileHeaders);
    this.behaviors = {
      ...Object.fromEntries(PAGES.map((pattern) => [pattern, page])),
      ...Object.fromEntries(FILES.map((pattern) => [pattern, file])),
      [`${GUIDES_ROOT}*`]: file,
      [PREVIEW_PAGE]: file,
      [ASSETS]: behavior(fileHeaders, CachePolicy.CACHING_OPTIMIZED),
    };
  }

  /** Creates the bucket. Every deployment fills it again, and it holds nobody's data. */
  #bucket(): Bucket {
    const bucket = new Bucket(this, "Files", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    keepLogicalId(bucket, "PanelBucket");
    Validations.of(bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason: "Holds the panel's public files only, and is read by the distribution, which can keep a log.",
    });
    return bucket;
  }
}

interface Varying {
  readonly origin: IOrigin;
  readonly functionAssociations: FunctionAssociation[];
  readonly responseHeadersPolicy: ResponseHeadersPolicy;
  readonly cachePolicy: BehaviorOptions["cachePolicy"];
}

/**
 * Returns a behaviour that accepts only reading methods, because CloudFront demands that of an origin with a fallback.
 */
const houseBehavior = ({ cachePolicy = CachePolicy.CACHING_DISABLED, ...varying }: Varying): BehaviorOptions => ({
  ...varying,
  cachePolicy,
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
  compress: true,
});
