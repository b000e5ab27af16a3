import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Capability, RouteGroup } from "../../shared/edge/contract/route.ts";
import type { FunctionDefinition, Trigger } from "../functions.ts";
import type { TableDefinition } from "../tables.ts";
import { CONTENT_GRANTS } from "./content-grants.ts";
import type { CapabilityTargets, Grant, GrantOf } from "./grant.ts";

/** The encryption context that reading and sealing a secret must name (`shared/aws/kms`); also a condition in the key's own policy. */
export const SEALING_CONTEXT = { "kms:EncryptionContext:service": "herald" } as const;

/** The prefixes of the media bucket beside customers' media: uploads for sending, and files on their way to a review. */
export const MEDIA_PREFIXES = { outbound: "outbound/", review: "review/" } as const;

const READ = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
/** A transaction needs the permission of each of its parts. */
const WRITE = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"];

const onTable =
  (name: TableDefinition["name"], actions: readonly string[]): GrantOf =>
  ({ tableArn }) => ({ actions, resources: [tableArn(name)] });

const onSealingKey =
  (action: string): GrantOf =>
  ({ sealingKeyArn }) => ({
    actions: [action],
    resources: [sealingKeyArn],
    conditions: { StringEquals: SEALING_CONTEXT },
  });

/** Only what is reserved for requests (`shared/edge/reserved-secret.ts`): no account's or webhook's secret opens with it. */
const onReserved =
  (action: string): GrantOf =>
  ({ sealingKeyArn }) => ({
    actions: [action],
    resources: [sealingKeyArn],
    conditions: { StringEquals: SEALING_CONTEXT, StringLike: { "kms:EncryptionContext:accountId": "reserved#*" } },
  });

const onMedia =
  (
    prefixes: (media: NonNullable<CapabilityTargets["media"]>) => readonly string[],
    actions: readonly string[],
  ): GrantOf =>
  ({ media }) => ({ actions, resources: media ? prefixes(media).map((prefix) => `${media.arn}/${prefix}*`) : [] });

const onTemplates =
  (verb: string): GrantOf =>
  ({ chatProviderArn }) => ({ actions: [`social-messaging:${verb}`], resources: [chatProviderArn("waba")] });

/** A new capability does not compile until it says here what it may do. */
const GRANTS: Readonly<Record<Capability, GrantOf>> = {
  "config:read": onTable("Config", READ),
  "config:write": onTable("Config", [...READ, ...WRITE]),
  // A delivery notes the health of the account that it sends through, and so does a test of it.
  "sending-accounts:note-health": onTable("Config", ["dynamodb:UpdateItem"]),
  "activity:append": onTable("Events", ["dynamodb:PutItem"]),
  "activity:read": onTable("Events", ["dynamodb:Query"]),
  "api-keys:read": onTable("ApiKeys", READ),
  "api-keys:write": onTable("ApiKeys", [...READ, "dynamodb:PutItem", "dynamodb:UpdateItem"]),
  "api-keys:note-use": onTable("ApiKeys", ["dynamodb:UpdateItem"]),
  "notifications:read": onTable("Notifications", ["dynamodb:GetItem", "dynamodb:BatchGetItem"]),
  "notifications:read-many": onTable("Notifications", ["dynamodb:BatchGetItem"]),
  "notifications:add": onTable("Notifications", ["dynamodb:PutItem", "dynamodb:BatchWriteItem"]),
  "notifications:write": onTable("Notifications", ["dynamodb:UpdateItem"]),
  // The way of the provider's events back to a notification.
  "provider-references:write": onTable("Notifications", ["dynamodb:PutItem"]),
  "dead-letters:write": onTable("Notifications", ["dynamodb:PutItem", "dynamodb:DeleteItem"]),
  "events:read": onTable("Events", ["dynamodb:Query"]),
  "events:append": onTable("Events", ["dynamodb:Query", "dynamodb:GetItem", "dynamodb:PutItem"]),
  // Beside the feeds.
  "statistics:read": onTable("Events", ["dynamodb:Query"]),
  "statistics:count": onTable("Events", ["dynamodb:UpdateItem"]),
  // The log of a webhook's tries is listed by its index.
  "webhooks:list": ({ tableArn }) => ({
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Webhooks")}/index/recent`],
  }),
  "webhooks:write": onTable("Webhooks", [...READ, ...WRITE]),
  // The logs of webhooks that were deleted.
  "webhooks:erase": onTable("Webhooks", ["dynamodb:BatchWriteItem"]),
  "webhooks:list-due": ({ tableArn }) => ({
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Webhooks")}/index/due`],
  }),
  "webhooks:postpone": onTable("Webhooks", ["dynamodb:UpdateItem"]),
  "webhook-queue:send": ({ webhookQueueArn }) => ({ actions: ["sqs:SendMessage"], resources: [webhookQueueArn] }),
  "chat:read": onTable("Chat", READ),
  // Conversations are listed by their index.
  "chat:list": ({ tableArn }) => ({
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Chat")}/index/recent`],
  }),
  // Those in which somebody waits, or has written what nobody has read.
  "chat:list-waiting": ({ tableArn }) => ({
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Chat")}/index/waiting`],
  }),
  // People take back notes and canned replies.
  "chat:remove": onTable("Chat", ["dynamodb:DeleteItem"]),
  "chat:write": onTable("Chat", ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"]),
  // Out of a bucket of the limiter or of the throttle.
  "ephemeral:take": onTable("Ephemeral", ["dynamodb:UpdateItem"]),
  // A long answer is kept in parts, which a repeat reads.
  "ephemeral:write": onTable("Ephemeral", [
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
  ]),
  ...CONTENT_GRANTS,
  "people:list": ({ userPoolArn }) => ({
    actions: ["cognito-idp:ListUsers"],
    resources: userPoolArn === undefined ? [] : [userPoolArn],
  }),
  // Operators link business accounts and numbers at any time: which of them is used, the chat accounts say.
  "chat-provider:accounts": ({ chatProviderArn }) => ({
    actions: [
      "social-messaging:GetLinkedWhatsAppBusinessAccount",
      "social-messaging:GetLinkedWhatsAppBusinessAccountPhoneNumber",
    ],
    resources: [chatProviderArn("waba"), chatProviderArn("phone-number-id")],
  }),
  "chat-provider:read-template": onTemplates("GetWhatsAppMessageTemplate"),
  "chat-provider:list-templates": onTemplates("ListWhatsAppMessageTemplates"),
  "chat-provider:create-template": onTemplates("CreateWhatsAppMessageTemplate"),
  "chat-provider:remove-template": onTemplates("DeleteWhatsAppMessageTemplate"),
  "chat-provider:send": ({ chatProviderArn }) => ({
    actions: ["social-messaging:SendWhatsAppMessage"],
    resources: [chatProviderArn("phone-number-id")],
  }),
  "delivery-queue:send": ({ deliveryQueueArn }) => ({ actions: ["sqs:SendMessage"], resources: [deliveryQueueArn] }),
  "chat-event-queue:send": ({ chatEventQueueArn }) => ({
    actions: ["sqs:SendMessage"],
    resources: [chatEventQueueArn],
  }),
  "unannounced-changes:send": ({ announcementDeadLettersArn }) => ({
    actions: ["sqs:SendMessage"],
    resources: [announcementDeadLettersArn],
  }),
  "media-queue:send": ({ mediaQueueArn }) => ({ actions: ["sqs:SendMessage"], resources: [mediaQueueArn] }),
  // The provider reads and writes the objects with the caller's own permissions.
  "media:write": onMedia(
    () => Object.values(MEDIA_PREFIXES),
    ["s3:PutObject", "s3:GetObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
  ),
  "media:retrieve": onMedia(({ keyPrefix }) => [`${keyPrefix}/`], ["s3:PutObject", "s3:GetObject"]),
  "media:list": ({ media }) => ({ actions: ["s3:ListBucket"], resources: media ? [media.arn] : [] }),
  "media-key:open": ({ media, sealingKeyArn }) => ({
    actions: ["kms:Decrypt"],
    resources: media ? [sealingKeyArn] : [],
    conditions: { StringEquals: { ...SEALING_CONTEXT, "kms:EncryptionContext:purpose": "media-signing" } },
  }),
  "provider-media:post": ({ chatProviderArn }) => ({
    actions: [
      "social-messaging:PostWhatsAppMessageMedia",
      "social-messaging:DeleteWhatsAppMessageMedia",
      "social-messaging:CreateWhatsAppMessageTemplateMedia",
    ],
    resources: [chatProviderArn("waba"), chatProviderArn("phone-number-id")],
  }),
  "provider-media:get": ({ chatProviderArn }) => ({
    actions: ["social-messaging:GetWhatsAppMessageMedia"],
    resources: [chatProviderArn("phone-number-id")],
  }),
  "reserved-secrets:seal": onReserved("kms:Encrypt"),
  "reserved-secrets:open": onReserved("kms:Decrypt"),
  "secrets:seal": onSealingKey("kms:Encrypt"),
  "secrets:open": onSealingKey("kms:Decrypt"),
};

/** `api-keys:note-use` -> `ApiKeysNoteUse`: the statement says in the template which capability it stands for. */
const sidOf = (capability: Capability): string =>
  capability.replace(/(?:^|[:-])([a-z])/g, (_, character: string) => character.toUpperCase());

const LISTING: ReadonlySet<RouteGroup> = new Set(["panel", "notifications"]);

/**
 * The reads of notifications beyond one by its id: each index is for the one kind of function that looks through it. The sweep finds what
 * is due (D22), a worker what waits for an account; the panel and the API list an owner's newest, which is the table itself, and what
 * of it is unsent.
 */
const LOOK_UPS = [
  { sid: "NotificationsFindDue", of: "/index/due", isFor: ({ kind }: Trigger) => kind === "schedule" },
  {
    sid: "NotificationsFindWaiting",
    of: "/index/waiting",
    isFor: (trigger: Trigger) => trigger.kind === "queue" && trigger.queue === "delivery",
  },
  {
    sid: "NotificationsListRecent",
    of: "",
    isFor: (trigger: Trigger) => trigger.kind === "routes" && LISTING.has(trigger.group),
  },
  {
    sid: "NotificationsListUnsent",
    of: "/index/unsent",
    isFor: (trigger: Trigger) => trigger.kind === "routes" && LISTING.has(trigger.group),
  },
] as const;

/** The statements of a function's role: one for each capability that it uses, its look-ups, and nothing else. */
export function statementsOf(
  definition: Pick<FunctionDefinition, "uses"> & Partial<Pick<FunctionDefinition, "trigger">>,
  targets: CapabilityTargets,
): readonly PolicyStatement[] {
  const grants = definition.uses.map((capability) => ({ sid: sidOf(capability), ...GRANTS[capability](targets) }));
  const effective = grants.filter(({ resources }) => resources.length > 0);
  return [...effective, ...lookUps(definition, targets)].map(
    ({ actions, resources, ...rest }) =>
      new PolicyStatement({ ...rest, actions: [...actions], resources: [...resources] }),
  );
}

function lookUps(
  { trigger, uses }: Parameters<typeof statementsOf>[0],
  { tableArn }: CapabilityTargets,
): (Grant & { sid: string })[] {
  if (trigger === undefined || !uses.includes("notifications:read")) return [];
  return LOOK_UPS.filter(({ isFor }) => isFor(trigger)).map(({ sid, of }) => ({
    sid,
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Notifications")}${of}`],
  }));
}
