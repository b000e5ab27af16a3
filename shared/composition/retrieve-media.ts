import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { SqsMediaQueue } from "../conversations/sqs/media-queue.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { mediaFileServices } from "./media.ts";
import { mediaConfig } from "./media-config.ts";

/** `retrieval` is undefined when the deployment keeps no media: what is on the queue is from earlier days. */
export const retrieveMediaServices = once(() => {
  const media = mediaConfig();
  const files = mediaFileServices();
  const retrieval = media &&
    files && {
      ...files,
      mediaQueue: new SqsMediaQueue(sqsClient(), media.queueUrl),
      keyPrefix: media.keyPrefix,
      backoffBaseSeconds: config().BACKOFF_BASE_SECONDS,
    };
  return { ...basics(), retrieval };
});
