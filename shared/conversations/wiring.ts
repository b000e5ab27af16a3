import { readFile } from "node:fs/promises";
import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { dynamo, openSigningKey } from "../aws/wiring.ts";
import {
  chatAccountServices,
  chatEventQueue,
  chatFileServices,
  chatMessageServices,
  chatTemplateServices,
  inboundMessageQueue,
} from "../chat/wiring.ts";
import type { EdgeServices } from "../edge/edge-services.ts";
import { cursors } from "../edge/wiring.ts";
import { accessTokenServices } from "../identity/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import {
  type MediaFilesConfig,
  type MediaLinksConfig,
  mediaCopies,
  mediaFiles,
  mediaLinks,
} from "../kernel/media-config.ts";
import { once } from "../kernel/once.ts";
import { Refusal } from "../kernel/refusal.ts";
import { apiKeyEdgeServices } from "../keys/wiring.ts";
import { deliveryQueue } from "../notifications/queue-wiring.ts";
import { notificationStatuses } from "../notifications/wiring.ts";
import { heedKeyword, type WrittenText } from "../suppressions/heed-keyword.ts";
import { heedKeywordServices } from "../suppressions/wiring.ts";
import { CloudFrontLinks } from "./cloudfront/signed-links.ts";
import { DynamoConversationInbox } from "./dynamo/conversation-inbox.ts";
import { DynamoConversationStore } from "./dynamo/conversation-store.ts";
import { DynamoMediaStore } from "./dynamo/media-store.ts";
import { SqsMediaQueue } from "./sqs/media-queue.ts";

export { readMessageImage } from "./dynamo/conversation-item.ts";

export const conversations = /* @__PURE__ */ once(() => new DynamoConversationStore(dynamo(), config("CHAT_TABLE")));

/** Reads the lists of customers who wait, for the inbox and for the panel's first page. */
export const conversationInbox = /* @__PURE__ */ once(
  () => new DynamoConversationInbox(dynamo(), config("CHAT_TABLE")),
);

/** The store for records of media. It is apart from the files, so that its callers do not load the client of the bucket. */
export const mediaStore = /* @__PURE__ */ once(() => new DynamoMediaStore(dynamo(), config("CHAT_TABLE")));

/** Services that read conversations and reply to them, over REST and over MCP. */
export const conversationServices = /* @__PURE__ */ once(() => ({
  ...chatMessageServices(),
  cursors: cursors(),
  conversations: conversations(),
  media: mediaStore(),
  notificationStatuses: notificationStatuses(),
  deliveryQueue: deliveryQueue(),
}));

/** Services for the worker of customers' messages. */
export const inboundMessageServices = /* @__PURE__ */ once(() => ({
  ...chatAccountServices(),
  conversations: conversations(),
  queue: inboundMessageQueue(),
  heedKeyword: (written: WrittenText) => heedKeyword(heedKeywordServices(), written),
}));

/** Services for the worker of the provider's reports. */
export const chatEventServices = /* @__PURE__ */ once(() => ({
  ...chatTemplateServices(),
  ...chatMessageServices(),
  conversations: conversations(),
  queue: chatEventQueue(),
}));

/** Services for routes that take API keys as well as access tokens. */
export const anyCredentialServices = /* @__PURE__ */ once(
  (): EdgeServices => ({ ...accessTokenServices(), ...apiKeyEdgeServices() }),
);

/** Reads the signing key, which the deployment keeps in a file or sealed. */
function privateKey({ privateKeyFile, privateKeySealed = "" }: MediaLinksConfig): Promise<string> {
  if (privateKeyFile === undefined) return openSigningKey(privateKeySealed);
  return readFile(privateKeyFile, "utf8");
}

const linkServices = (media: MediaLinksConfig) => ({
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

/** Services for media; `media` is undefined when the deployment keeps no media. */
export const conversationMediaServices = /* @__PURE__ */ once(() => {
  const found = mediaLinks();
  return { media: found && linkServices(found) };
});

const fileServices = (media: MediaFilesConfig) => ({
  ...chatFileServices(media),
  conversations: conversations(),
  mediaStore: mediaStore(),
});

/** Services that move files; undefined when the deployment keeps no media. */
export const mediaFileServices = /* @__PURE__ */ once(() => {
  const found = mediaFiles();
  return found && fileServices(found);
});

export const mediaUploadServices = /* @__PURE__ */ once(() => {
  const files = mediaFileServices();
  return {
    edge: anyCredentialServices(),
    /** Throws a refusal when the deployment keeps no media. */
    uploads: () => {
      if (files === undefined) throw new Refusal("not_found", "media unavailable");
      return files;
    },
  };
});

/** `retrieval` is undefined when the deployment no longer keeps media; the queue may hold messages even then. */
export const retrieveMediaServices = /* @__PURE__ */ once(() => {
  const copies = mediaCopies();
  const files = mediaFileServices();
  const retrieval = copies &&
    files && {
      ...files,
      mediaQueue: new SqsMediaQueue(sqsClient(), copies.queueUrl),
      keyPrefix: copies.keyPrefix,
      backoffBaseSeconds: config("BACKOFF_BASE_SECONDS"),
    };
  return { ...basics(), retrieval };
});
