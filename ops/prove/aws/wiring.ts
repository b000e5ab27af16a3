import { S3Client } from "@aws-sdk/client-s3";
import { callLimits } from "../../../shared/aws/call-limits.ts";
import { awsCall } from "../../doctor/aws-call.ts";
import { awsAt } from "./aws-at.ts";
import { AwsGround, type AwsGroundOptions } from "./aws-ground.ts";
import { S3Buckets } from "./buckets.ts";

const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 30_000;

/** Creates the `Ground` for the AWS account of the command line's credentials. */
export function awsGround({
  region,
  ...options
}: Omit<AwsGroundOptions, "aws" | "buckets"> & { readonly region: string }): AwsGround {
  const client = new S3Client({ region, requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS) });
  return new AwsGround({ ...options, aws: awsAt(awsCall(), region), buckets: new S3Buckets(client) });
}
