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
  /** The pages may request tokens from this provider. */
  readonly provider: PanelProvider;
  /** The API is asked for files that the bucket does not have, and answers 404 in our words (D2). */
  readonly api: IOrigin;
}

/** Files that are no pages. A pattern may cover more than exists: that only costs a 404. */
const FILES = ["/config.json", "/icon.svg", "/preview.js"] as const;
const ASSETS = "/assets/*";
const patternOf = (section: string): string => `/${section}*`;
/** One document serves all these paths. */
const PAGES = ["/", "/index.html", ...PANEL_SECTIONS.map(patternOf)];

/**
 * The panel's private bucket, which also holds the guides, and the behaviours of the distribution that serve both like
 * the local stack does (`lib/panel-site.ts`, `lib/guides-site.ts`).
 */
export class PanelSite extends Construct {
  readonly bucket: Bucket;
  /** The behaviours by path pattern. */
  readonly behaviors: Readonly<Record<string, BehaviorOptions>>;

  constructor(scope: Construct, id: string, { provider, api }: PanelSiteProps) {
    super(scope, id);
    this.bucket = this.#bucket();
    const origin = new OriginGroup({
      primaryOrigin: S3BucketOrigin.withOriginAccessControl(asBucket(this.bucket)),
      fallbackOrigin: api,
      // A bucket that may not be listed answers 403 for a missing object.
      fallbackStatusCodes: [403, 404],
    });
    const functionAssociations = [edgeFunction(this, "panel-request"), edgeFunction(this, "panel-response")];
    const behavior = (headers: ResponseHeadersPolicy, cachePolicy = CachePolicy.CACHING_DISABLED) =>
      houseBehavior({ origin, functionAssociations, responseHeadersPolicy: headers, cachePolicy });
    const page = behavior(siteHeaders(this, "PageHeaders", panelHeaders(provider)));
    // `panel-response` sets the remaining headers, because an account has few policies.
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

  /** Every deployment fills the bucket again; it holds nobody's data. */
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

/** A behaviour whose origin has a fallback accepts only reading methods. */
const houseBehavior = ({ cachePolicy = CachePolicy.CACHING_DISABLED, ...varying }: Varying): BehaviorOptions => ({
  ...varying,
  cachePolicy,
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
  allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
  compress: true,
});
