import { Aws, type Stack } from "aws-cdk-lib";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { MediaCdn } from "./constructs/media-cdn.ts";
import type { MediaSettings } from "./media-settings.ts";

/** Returns the variables for media, which are none when the deployment keeps no media. */
export function mediaEnvironment(media: MediaSettings | undefined, queueUrl: string): Record<string, string> {
  if (media === undefined) return {};
  return {
    MEDIA_BUCKET: media.bucketName,
    MEDIA_BUCKET_REGION: Aws.REGION,
    MEDIA_KEY_PREFIX: media.keyPrefix,
    MEDIA_DELIVERY_URL: media.deliveryUrl,
    MEDIA_PUBLIC_KEY_ID: media.publicKeyId,
    MEDIA_PRIVATE_KEY_SEALED: media.privateKeySealed,
    MEDIA_URL_SECONDS: String(media.urlSeconds),
    MEDIA_QUEUE_URL: queueUrl,
  };
}

/** Returns the behaviour that serves media from the distribution, or undefined when the deployment keeps no media. */
export function mediaCdn(stack: Stack, media: MediaSettings | undefined): MediaCdn | undefined {
  if (media === undefined) return undefined;
  const bucket = Bucket.fromBucketName(stack, "MediaObjects", media.bucketName);
  return new MediaCdn(stack, "MediaCdn", { bucket, publicKeyId: media.publicKeyId });
}
