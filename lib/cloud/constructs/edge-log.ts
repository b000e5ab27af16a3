import { Duration, type RemovalPolicy, Validations } from "aws-cdk-lib";
import { RetentionDays } from "aws-cdk-lib/aws-logs";
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { asBucket } from "./as-interface.ts";
import { keepLogicalId } from "./logical-id.ts";

/**
 * Creates the bucket into which CloudFront logs every request. The log holds callers' addresses, so it is kept no
 * longer than other logs.
 */
export function edgeLog(scope: Construct, kept: RetentionDays, removalPolicy: RemovalPolicy): IBucket {
  const bucket = new Bucket(scope, "AccessLog", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    // CloudFront's log delivery grants itself access by an ACL.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy,
    ...(kept === RetentionDays.INFINITE ? {} : { lifecycleRules: [{ id: "kept", expiration: Duration.days(kept) }] }),
  });
  keepLogicalId(bucket, "EdgeLogBucket");
  Validations.of(bucket).acknowledge({ id: "AwsSolutions-S1", reason: "It is the log." });
  return asBucket(bucket);
}
