import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { dynamo, limiterDynamo } from "../aws/wiring.ts";
import { originOfTopic, topicMessageServices } from "../cloud-topic/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import { notifications } from "../notifications/wiring.ts";
import { sandboxQueue } from "../sandbox/queue-wiring.ts";
import { sentMessages } from "../sandbox/sent-messages-wiring.ts";
import { DynamoBookmarks } from "./dynamo/bookmarks.ts";
import { DynamoChatAccountReader } from "./dynamo/chat-account-reader.ts";
import { DynamoChatAccountStore } from "./dynamo/chat-account-store.ts";
import { DynamoChatTemplateStore } from "./dynamo/chat-template-store.ts";
import { DynamoChatThrottle } from "./dynamo/chat-throttle.ts";
import { DynamoVariableNames } from "./dynamo/variable-names.ts";
import type { ChatSender } from "./ports/chat-sender.ts";
import type { ChatTemplateProvider } from "./ports/chat-template-provider.ts";
import { SocialMessagingAccounts } from "./provider/chat-accounts.ts";
import { SocialMessagingMedia } from "./provider/chat-media.ts";
import { SocialMessagingSender } from "./provider/social-messaging-sender.ts";
import type { TrustedTopic } from "./receive-topic-message.ts";
import { mediaBucketClient, S3MediaBucket } from "./s3/media-bucket.ts";
import { mediaByAccount, senderByAccount, templatesByAccount } from "./sandbox/by-account.ts";
import { AccountsWithSandbox } from "./sandbox/sandbox-accounts.ts";
import { SandboxMedia } from "./sandbox/sandbox-media.ts";
import { SandboxTemplates } from "./sandbox/sandbox-templates.ts";
import { SqsChatEventQueue } from "./sqs/chat-event-queue.ts";

export { readChatTemplateImage } from "./dynamo/chat-template-image.ts";

export const chatAccountServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  chatAccounts: new AccountsWithSandbox(
    new DynamoChatAccountReader(dynamo(), config("CONFIG_TABLE")),
    basics().identifiers,
  ),
}));

const chatAccountStore = /* @__PURE__ */ once(
  () => new DynamoChatAccountStore(dynamo(), config("CONFIG_TABLE"), basics()),
);

export const administrationServices = /* @__PURE__ */ once(() => ({
  ...chatAccountServices(),
  chatAccounts: chatAccountStore(),
  chatAccountProvider: new SocialMessagingAccounts(),
  chatTopicArn: config("CHAT_TOPIC_ARN"),
}));

const chatTemplates = /* @__PURE__ */ once(() => new DynamoChatTemplateStore(dynamo(), config("CONFIG_TABLE")));

/** Every message reads these stores: the owner's accounts and templates, and the notifications. */
export const chatMessageServices = /* @__PURE__ */ once(() => ({
  ...chatAccountServices(),
  chatTemplates: chatTemplates(),
  notifications: notifications(),
}));

/** It is loaded at the first message of test mode. */
const sandboxSender = () =>
  lazyPort(async (): Promise<ChatSender> => {
    const { SandboxChatSender } = await import("./sandbox/sandbox-chat-sender.ts");
    return new SandboxChatSender({ ...basics(), sentMessages: sentMessages(), sandboxQueue: sandboxQueue() });
  }, ["send"]);

/** These services hand messages to the provider. */
export const chatSendServices = /* @__PURE__ */ once(() => {
  const timeoutMs = config("CHAT_SEND_TIMEOUT_SECONDS") * 1000;
  return {
    ...chatMessageServices(),
    throttle: new DynamoChatThrottle(limiterDynamo(), {
      ...basics(),
      table: config("EPHEMERAL_TABLE"),
      clock: basics().realClock,
    }),
    sender: senderByAccount(
      new SocialMessagingSender({ apiVersion: config("CHAT_API_VERSION"), timeoutMs }),
      sandboxSender(),
    ),
    leaseMs: config("LEASE_SECONDS") * 1000,
  };
});

/** The provider's client is loaded at the first call that needs it, because most calls only use stored templates. */
const templateProvider = () =>
  lazyPort(async (): Promise<ChatTemplateProvider> => {
    const { SocialMessagingTemplates } = await import("./provider/chat-templates.ts");
    return new SocialMessagingTemplates();
  }, ["create", "read", "findByName", "list", "remove"]);

export const chatTemplateServices = /* @__PURE__ */ once(() => ({
  ...chatAccountServices(),
  chatTemplates: chatTemplates(),
  templateProvider: templatesByAccount(templateProvider(), new SandboxTemplates(basics().identifiers, chatTemplates())),
}));

export const variableNameServices = /* @__PURE__ */ once(() => ({
  chatTemplates: chatTemplates(),
  variableNames: new DynamoVariableNames(dynamo(), config("CONFIG_TABLE")),
}));

export const reconcileServices = /* @__PURE__ */ once(() => ({
  ...chatTemplateServices(),
  chatAccounts: chatAccountStore(),
  bookmarks: new DynamoBookmarks(dynamo(), config("CONFIG_TABLE")),
}));

function eventQueue(queueUrl: string | undefined, name: string): SqsChatEventQueue {
  if (queueUrl === undefined) throw new Error(`${name} must be set`);
  return new SqsChatEventQueue(sqsClient(), queueUrl);
}

/** The queue between the provider's webhook and the worker for customers' messages. */
export const inboundMessageQueue = /* @__PURE__ */ once(() =>
  eventQueue(config("INBOUND_MESSAGE_QUEUE_URL"), "INBOUND_MESSAGE_QUEUE_URL"),
);

/** The queue between the provider's webhook and the worker for all other events. */
export const chatEventQueue = /* @__PURE__ */ once(() =>
  eventQueue(config("CHAT_EVENT_QUEUE_URL"), "CHAT_EVENT_QUEUE_URL"),
);

function trustedTopic(): TrustedTopic | undefined {
  const arn = config("CHAT_TOPIC_ARN");
  const origin = arn && originOfTopic(arn);
  return arn && origin ? { arn, origin } : undefined;
}

/** Services for the webhook that receives the topic's messages. */
export const topicServices = /* @__PURE__ */ once(() => ({
  ...topicMessageServices(),
  topic: trustedTopic(),
  inboundMessageQueue: inboundMessageQueue(),
  chatEventQueue: chatEventQueue(),
}));

interface MediaPlace {
  readonly bucket: string;
  readonly region: string;
}

export const mediaBucket = ({ bucket, region }: MediaPlace) => new S3MediaBucket(mediaBucketClient(region), bucket);

/** These services move files between the provider and the deployment's bucket. */
export const chatFileServices = (place: MediaPlace) => ({
  ...chatAccountServices(),
  chatMedia: mediaByAccount(new SocialMessagingMedia(), new SandboxMedia(basics().identifiers)),
  bucket: mediaBucket(place),
});
