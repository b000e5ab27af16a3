import { Duration } from "aws-cdk-lib";
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HeadersFrameOption,
  KeyGroup,
  PublicKey,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from "aws-cdk-lib/aws-cloudfront";
import { S3BucketOrigin } from "aws-cdk-lib/aws-cloudfront-origins";
import type { IBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

export interface MediaCdnProps {
  /**
   * The bucket must be an imported one, so that the origin does not try to change the policy of another stack's bucket.
   * That policy already admits the account's distributions.
   */
  readonly bucket: IBucket;
  readonly publicKeyId: string;
}

/**
 * CloudFront runs this code after it has checked the signature of a request. The code removes the path of the
 * behaviour, which the keys of the bucket do not have.
 */
const WITHOUT_PREFIX = `function handler(event) {
  event.request.uri = event.request.uri.replace(/^\\/media\\//, "/");
  return event.request;
}`;

/** Serves `/media/*` from the private bucket to holders of a signed link, and to nobody else. */
export class MediaCdn extends Construct {
  readonly pathPattern = "/media/*";
  readonly behavior: BehaviorOptions;

  constructor(scope: Construct, id: string, { bucket, publicKeyId }: MediaCdnProps) {
    super(scope, id);
    this.behavior = {
      origin: S3BucketOrigin.withOriginAccessControl(bucket),
      trustedKeyGroups: [this.#keys(publicKeyId)],
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
      compress: false,
      cachePolicy: this.#cachePolicy(),
      responseHeadersPolicy: this.#headers(),
      functionAssociations: [{ eventType: FunctionEventType.VIEWER_REQUEST, function: this.#rewriting() }],
    };
  }

  #keys(publicKeyId: string): KeyGroup {
    return new KeyGroup(this, "Keys", { items: [PublicKey.fromPublicKeyId(this, "Key", publicKeyId)] });
  }

  /**
   * The signed address contains the file name for saving. The policy passes the name on to the bucket, which puts it
   * into its answer.
   */
  #cachePolicy(): CachePolicy {
    return new CachePolicy(this, "Cache", {
      comment: "Herald: media by signed links",
      queryStringBehavior: CacheQueryStringBehavior.allowList("response-content-disposition"),
      headerBehavior: CacheHeaderBehavior.none(),
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.minutes(5),
      maxTtl: Duration.minutes(5),
    });
  }

  /** The files come from strangers, so browsers must save them and never show or run them under our name. */
  #headers(): ResponseHeadersPolicy {
    return new ResponseHeadersPolicy(this, "Headers", {
      comment: "Herald: strangers' files",
      securityHeadersBehavior: {
        contentTypeOptions: { override: true },
        contentSecurityPolicy: { contentSecurityPolicy: "default-src 'none'; sandbox", override: true },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), override: true },
      },
    });
  }

  #rewriting(): EdgeFunction {
    return new EdgeFunction(this, "Path", {
      code: FunctionCode.fromInline(WITHOUT_PREFIX),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Herald: /media/<key> is the object <key>",
    });
  }
}
