import { SocialMessagingMedia } from "../chat/provider/chat-media.ts";
import { mediaBucketClient, S3MediaBucket } from "../chat/s3/media-bucket.ts";
import { basics } from "../kernel/basics.ts";
import { once } from "../kernel/once.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { conversations } from "./chat-stores.ts";
import { type MediaConfig, mediaConfig } from "./media-config.ts";
import { mediaStore } from "./media-store.ts";

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
