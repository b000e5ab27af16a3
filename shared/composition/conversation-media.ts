import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { CloudFrontLinks } from "../conversations/cloudfront/signed-links.ts";
import { SqsMediaQueue } from "../conversations/sqs/media-queue.ts";
import type { Frame } from "../edge/frame.ts";
import { accessTokenFrame } from "../identity/frame-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { apiKeyFrame } from "../keys/frame-wiring.ts";
import { conversations } from "./chat-stores.ts";
import { type MediaConfig, mediaConfig } from "./media-config.ts";
import { mediaStore } from "./media-store.ts";

/** Its routes take keys as well as tokens. */
export const conversationMediaFrame = once((): Frame => ({ ...accessTokenFrame(), ...apiKeyFrame() }));

/** Only what the deployment chose is loaded. */
async function privateKey({ privateKeyFile, privateKeySealed = "" }: MediaConfig): Promise<string> {
  if (privateKeyFile !== undefined) {
    const { readTextFile } = await import("../kernel/file/read-text-file.ts");
    return readTextFile(privateKeyFile);
  }
  const { openSealedSigningKey } = await import("../aws/kms/sealed-text-opener.ts");
  const { SECRET_KEY_ID } = config();
  if (SECRET_KEY_ID === undefined) throw new Error("SECRET_KEY_ID must be set to open MEDIA_PRIVATE_KEY_SEALED");
  return openSealedSigningKey(SECRET_KEY_ID, privateKeySealed);
}

const linksAndQueue = (media: MediaConfig) => ({
  ...basics(),
  conversations: conversations(),
  mediaStore: mediaStore(),
  mediaQueue: new SqsMediaQueue(sqsClient(), media.queueUrl),
  links: new CloudFrontLinks({
    deliveryUrl: media.deliveryUrl,
    publicKeyId: media.publicKeyId,
    privateKey: () => privateKey(media),
    lifetimeSeconds: media.urlSeconds,
  }),
});

/** `media` is undefined when the deployment keeps none. */
export const conversationMediaServices = once(() => {
  const found = mediaConfig();
  return { media: found && linksAndQueue(found) };
});
