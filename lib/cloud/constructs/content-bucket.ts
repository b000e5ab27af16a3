import { Duration, RemovalPolicy, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { CONTENT_PREFIXES } from "../capabilities.ts";
import { keepLogicalId } from "./logical-id.ts";

/** Twice what the table keeps a content for: an object never goes before the item that names it. */
const MARGIN = 2;

/** Contents and templates too large for a table's item (D18). A template lives as long as its owner keeps it. */
export function contentBucket(scope: Construct, keptDays: number): Bucket {
  const bucket = new Bucket(scope, "Content", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    lifecycleRules: [
      { id: "unfinished-uploads", abortIncompleteMultipartUploadAfter: Duration.days(1) },
      { id: "bodies", prefix: CONTENT_PREFIXES.bodies, expiration: Duration.days(MARGIN * keptDays) },
    ],
  });
  keepLogicalId(bucket, "ContentBucket");
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason: "Private, and read by exact key only by functions of this service, each of which keeps a log of its own.",
  });
  return bucket;
}
