import { Duration, type RemovalPolicy, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, type LifecycleRule, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { ATTACHMENT_PREFIXES } from "../../../shared/email/domain/attachment-prefixes.ts";
import { CONTENT_PREFIXES, SANDBOX_SOURCES } from "../content-grants.ts";
import { keepLogicalId } from "./logical-id.ts";

/** Objects live twice as long as the items of the table, so that no object expires before the item that names it. */
const MARGIN = 2;

/** A notification may be scheduled this far ahead. Rescheduling writes its content again (D42). */
const LONGEST_AHEAD_DAYS = 90;

/**
 * Items in a backup name old versions of template texts. These versions are therefore kept for as long as the backups
 * of the tables reach back.
 */
const TEXT_VERSIONS_DAYS = 35;

/** Mails of test mode are kept for seven days, and their items name them for as long. */
const SANDBOX_DAYS = 8;

/** An upload can be used for seven days, and a use that begins just before their end needs it a little longer. */
const UPLOAD_DAYS = 8;

/**
 * Returns the rules for attachments of mails. Sends that use the same upload share one copy of it, which the first of
 * them makes. The last of these sends may happen at the end of the upload's life, so the copy is kept from then on for
 * as long as a content. Only an identical copy ever replaces a copy.
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
 * Creates the bucket for contents and templates that are too large for an item of a table (D18). The text of a template
 * lives as long as its owner keeps it, and then as long as a backup may name it. Nothing replaces a content, so an old
 * version of one expires after a day, the shortest time that a bucket supports.
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
        id: "sandbox",
        prefix: SANDBOX_SOURCES,
        expiration: Duration.days(SANDBOX_DAYS),
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
      // S3 allows `expiredObjectDeleteMarker` only in a rule without an expiration (Amazon S3 API reference,
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
