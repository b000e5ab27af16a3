import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { ATTACHMENT_PREFIXES } from "../../../shared/email/domain/attachment-prefixes.ts";
import { CONTENT_PREFIXES } from "../content-grants.ts";
import { keepLogicalId } from "./logical-id.ts";

/** Twice what the table keeps a content for: an object never goes before the item that names it. */
const MARGIN = 2;

/** D42: so far ahead a notification may be to leave. Moving it writes its content again. */
const LONGEST_AHEAD_DAYS = 90;

/** As long as the tables' backups reach back, whose items name templates' texts. */
const TEXT_VERSIONS_DAYS = 35;

/** A day more than an upload can be used: its last use may be begun when its time is over. */
const UPLOAD_DAYS = 8;

/**
 * Files of mails. The copy that sends share is made by the first of them, and the last may follow while the upload lives: its content is
 * kept as long from there. A copy is never replaced but by its like.
 */
function attachmentRules(keptDays: number): LifecycleRule[] {
  const kept = UPLOAD_DAYS + MARGIN * keptDays;
  const days = { uploads: UPLOAD_DAYS, now: kept, later: kept + LONGEST_AHEAD_DAYS };
  return (["uploads", "now", "later"] as const).map((term) => ({
    id: ATTACHMENT_PREFIXES[term].slice(0, -1),
    prefix: ATTACHMENT_PREFIXES[term],
    expiration: Duration.days(days[term]),
    noncurrentVersionExpiration: Duration.days(1),
  }));
}

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
      ...attachmentRules(keptDays),
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
