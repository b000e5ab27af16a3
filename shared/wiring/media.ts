import { SocialMessagingMedia } from "../adapters/chat-provider/chat-media.ts";
import { mediaBucketClient, S3MediaBucket } from "../adapters/s3/media-bucket.ts";
import { basics } from "./basics.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { conversations } from "./chat-stores.ts";
import { type MediaConfig, mediaConfig } from "./media-config.ts";
import { mediaStore } from "./media-store.ts";
import { once } from "./once.ts";

const withBucket = ({ bucket, region }: MediaConfig) => ({
  ...basics(),
  conversations: conversations(),
  chatAccounts: chatAccounts(),
  mediaStore: mediaStore(),
  chatMedia: new SocialMessagingMedia(),
  bucket: new S3MediaBucket(mediaBucketClient(region), bucket),
});

/** For whatever moves files; undefined when the deployment keeps none. */
export const mediaFileServices = once(() => {
  const found = mediaConfig();
  return found && withBucket(found);
});
