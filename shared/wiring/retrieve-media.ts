import { sqsClient } from "../adapters/sqs/delivery-queue.ts";
import { SqsMediaQueue } from "../adapters/sqs/media-queue.ts";
import { config } from "./config.ts";
import { mediaFileServices } from "./media.ts";
import { mediaConfig } from "./media-config.ts";
import { once } from "./once.ts";

/** Undefined when the deployment keeps no media: what is on the queue is from earlier days. */
export const retrieveMediaServices = once(() => {
  const media = mediaConfig();
  const files = mediaFileServices();
  return (
    media &&
    files && {
      ...files,
      mediaQueue: new SqsMediaQueue(sqsClient(), media.queueUrl),
      keyPrefix: media.keyPrefix,
      backoffBaseSeconds: config().BACKOFF_BASE_SECONDS,
    }
  );
});
