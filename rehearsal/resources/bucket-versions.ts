import { PutBucketVersioningCommand, S3Client, type S3ClientConfig } from "@aws-sdk/client-s3";
import * as z from "zod";
import { type Deployment, ofType } from "./deployed.ts";

const bucket = z.looseObject({
  VersioningConfiguration: z.object({ Status: z.literal("Enabled") }).optional(),
});

/** Enables versions for the buckets whose templates demand it. */
export async function keepVersions(deployment: Deployment, store: S3ClientConfig): Promise<void> {
  const client = new S3Client({ ...store, forcePathStyle: true });
  try {
    for (const { ref, properties } of ofType(deployment, "AWS::S3::Bucket")) {
      const { VersioningConfiguration } = bucket.parse(properties);
      if (VersioningConfiguration)
        await client.send(new PutBucketVersioningCommand({ Bucket: ref, VersioningConfiguration }));
    }
  } finally {
    client.destroy();
  }
}
