import { Duration, type RemovalPolicy, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { ATTACHMENT_PREFIXES } from "../../../shared/email/domain/attachment-prefixes.ts";
import { CONTENT_PREFIXES } from "../content-grants.ts";
import { keepLogicalId } from "./logical-id.ts";

/** Objects live twice as long as the table's items, so that an object never goes before the item that names it. */
const MARGIN = 2;

/** A notification may be scheduled this far ahead. Rescheduling writes its content again (D42). */
const LONGEST_AHEAD_DAYS = 90;

/**
 * Old versions of template texts are kept as long as the tables' backups reach back, because items in a backup name
 * them.
 */
const TEXT_VERSIONS_DAYS = 35;

/** An upload can be used until its time is over, and a use that began just before needs it a little longer. */
const UPLOAD_DAYS = 8;

/**
 * Attachments of mails. Sends that use the same upload share the copy that the first of them made. The last such send
 * may happen while the upload still lives, so the copy is kept from there on as long as a content. A copy is only ever
 * replaced by an identical one.
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
 * The bucket holds contents and templates that are too large for a table's item (D18). A template's text lives as long
 * as its owner keeps it, and after that as long as a backup may name it. A content is never replaced, so an old version
 * expires a day later, the shortest time that a bucket supports.
 */
export function contentBucket(scope: Construct, keptDays: number, removalPolicy: RemovalPolicy): Bucket {
  const bucket = new Bucket(scope, "Content", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    removalPolicy,
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
      // S3 does not allow `expiredObjectDeleteMarker` in a rule with an expiration (Amazon S3 API reference,
      // "LifecycleExpiration").
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
