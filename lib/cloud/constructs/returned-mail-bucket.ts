import { Duration, type RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from "aws-cdk-lib/aws-s3";
import type { Construct } from "constructs";
import { keepLogicalId } from "./logical-id.ts";

/** A mail that came back is deleted after this time (D45i). */
const KEPT_DAYS = 7;

/** SES stores the mails that come back below this prefix. */
export const RETURNED_PREFIX = "returned/";

/**
 * Creates the private bucket in which SES stores the mails that come back. It keeps no versions, so an object that
 * expires is gone.
 */
export function returnedMailBucket(scope: Construct, removalPolicy: RemovalPolicy): Bucket {
  const bucket = new Bucket(scope, "ReturnedMail", {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    removalPolicy,
    lifecycleRules: [
      {
        id: "returned-mail",
        expiration: Duration.days(KEPT_DAYS),
        abortIncompleteMultipartUploadAfter: Duration.days(1),
      },
    ],
  });
  keepLogicalId(bucket, "ReturnedMailBucket");
  // The receipt rule is in a stack that depends on this one, so the policy admits every rule of the account.
  bucket.addToResourcePolicy(
    new PolicyStatement({
      sid: "MailReceipt",
      principals: [new ServicePrincipal("ses.amazonaws.com")],
      actions: ["s3:PutObject"],
      resources: [bucket.arnForObjects(`${RETURNED_PREFIX}*`)],
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(scope).account } },
    }),
  );
  Validations.of(bucket).acknowledge({
    id: "AwsSolutions-S1",
    reason: "Private; SES writes it, and one function reads it by exact key and keeps a log of its own.",
  });
  return bucket;
}
