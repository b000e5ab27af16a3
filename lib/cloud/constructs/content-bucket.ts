import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { CONTENT_PREFIXES } from "../capabilities.ts";
import { keepLogicalId } from "./logical-id.ts";

/** Twice what the table keeps a content for: an object never goes before the item that names it. */
const MARGIN = 2;

/** D42: so far ahead a notification may be to leave. Moving it writes its content again. */
const LONGEST_AHEAD_DAYS = 90;

/** As long as the tables' backups reach back, whose items name templates' texts. */
const TEXT_VERSIONS_DAYS = 35;

/**
 * Contents and templates too large for a table's item (D18). A template lives as long as its owner keeps it, and its text as long again as
 * a backup may name it. A content is never replaced: its version goes a day after its time, which is the soonest that a bucket can do.
 */
export function contentBucket(scope: Construct, keptDays: number): Bucket {
  const bucket = new Bucket(scope, "Content", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    lifecycleRules: [
      { id: "unfinished-uploads", abortIncompleteMultipartUploadAfter: Duration.days(1) },
      {
        id: "bodies",
        prefix: CONTENT_PREFIXES.bodies,
        expiration: Duration.days(MARGIN * keptDays),
        noncurrentVersionExpiration: Duration.days(1),
      },
      {
        id: "later",
        prefix: CONTENT_PREFIXES.later,
        expiration: Duration.days(LONGEST_AHEAD_DAYS + MARGIN * keptDays),
        noncurrentVersionExpiration: Duration.days(1),
      },
      {
        id: "replaced-texts",
        prefix: CONTENT_PREFIXES.templates,
        noncurrentVersionExpiration: Duration.days(TEXT_VERSIONS_DAYS),
      },
      // A rule with a time of its own may not say so (Amazon S3 API reference, "LifecycleExpiration").
      { id: "markers-of-nothing", expiredObjectDeleteMarker: true },
    ],
  });
  keepLogicalId(bucket, "ContentBucket");
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason: "Private, and read by exact key only by functions of this service, each of which keeps a log of its own.",
  });
  return bucket;
}
