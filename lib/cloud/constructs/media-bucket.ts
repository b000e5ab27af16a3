import { Duration, type RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { MEDIA_PREFIXES } from "../capabilities.ts";
import type { MediaSettings } from "../media-settings.ts";
import { keepLogicalId } from "./logical-id.ts";

/** People look at conversations for about this long. The provider keeps media for a far shorter time. */
const MEDIA_KEPT_DAYS = 365;

/**
 * Creates the private bucket for media of the chat channel. Functions read it, and so does the content delivery network
 * for holders of a signed link.
 */
export function mediaBucket(
  scope: Construct,
  { bucketName, keyPrefix }: MediaSettings,
  removalPolicy: RemovalPolicy,
): Bucket {
  const bucket = new Bucket(scope, "Media", {
    bucketName,
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy,
    lifecycleRules: [
      { id: "unfinished-uploads", abortIncompleteMultipartUploadAfter: Duration.days(1) },
      { id: "reviews", prefix: MEDIA_PREFIXES.review, expiration: Duration.days(1) },
      { id: "outbound", prefix: MEDIA_PREFIXES.outbound, expiration: Duration.days(MEDIA_KEPT_DAYS) },
      { id: "inbound", prefix: `${keyPrefix}/`, expiration: Duration.days(MEDIA_KEPT_DAYS) },
    ],
  });
  keepLogicalId(bucket, "MediaBucket");
  // The policy admits all distributions of the account, because our distribution is in a stack that depends on this
  // one.
  bucket.addToResourcePolicy(
    new PolicyStatement({
      sid: "ContentDelivery",
      principals: [new ServicePrincipal("cloudfront.amazonaws.com")],
      actions: ["s3:GetObject"],
      resources: [bucket.arnForObjects("*")],
      conditions: { StringEquals: { "AWS:SourceAccount": Stack.of(scope).account } },
    }),
  );
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason: "Private; read by functions with logs of their own, and by the delivery network for signed links only.",
  });
  return bucket;
}
