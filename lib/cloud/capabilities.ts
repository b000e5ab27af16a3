import { PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { Capability, RouteGroup } from "../../shared/edge/contract/route.ts";
import { SEALING_PURPOSES, type SealingPurpose } from "../../shared/kernel/secrets/sealing-purposes.ts";
import type { FunctionDefinition, Trigger } from "../functions.ts";
import type { TableDefinition } from "../tables.ts";
import { CONTENT_GRANTS } from "./content-grants.ts";
import type { CapabilityTargets, Grant, GrantOf } from "./grant.ts";

/**
 * Every use of the sealing key must name this encryption context (`shared/aws/kms`). The policy of the key demands it
 * too.
 */
export const SEALING_CONTEXT = { "kms:EncryptionContext:service": "herald" } as const;

/**
 * These prefixes of the media bucket hold all files except those of customers: uploads for sending, and files on their
 * way to a review.
 */
export const MEDIA_PREFIXES = { outbound: "outbound/", review: "review/" } as const;

const READ = ["dynamodb:GetItem", "dynamodb:BatchGetItem", "dynamodb:Query"];
/** A transaction needs the permissions for each kind of write in it. */
const WRITE = ["dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem", "dynamodb:ConditionCheckItem"];

/**
 * Test mode gets rights on the partitions of hidden owners alone, and not on what live owners have. A call must name its
 * partitions: `ForAllValues` also holds for a call that names none, as a scan does, and nothing here may scan (DynamoDB
 * Developer Guide, "Using IAM policy conditions for fine-grained access control").
 */
const ofTestMode = (...partitions: readonly string[]) => ({
  "ForAllValues:StringLike": { "dynamodb:LeadingKeys": partitions },
});
/** The second partition lists the hidden owners. */
const OWN_RECORDS = ofTestMode("O#hrld_test:*", "TESTS");
const OWN_SANDBOX = ofTestMode("SANDBOX#hrld_test:*");

const onSandbox =
  (...actions: readonly string[]): GrantOf =>
  ({ tableArn }) => ({ actions, resources: [tableArn("Events")], conditions: OWN_SANDBOX });

const onTable =
  (name: TableDefinition["name"], actions: readonly string[]): GrantOf =>
  ({ tableArn }) => ({ actions, resources: [tableArn(name)] });

/**
 * A function that may open the data key of one purpose may open no other. For example, a function that makes API keys
 * opens no secret of an account (docs/decisions/one-data-key.md).
 */
const onDataKey =
  (purpose: SealingPurpose, actions: readonly string[]): GrantOf =>
  ({ sealingKeyArn }) => ({
    actions,
    resources: [sealingKeyArn],
    conditions: { StringEquals: { ...SEALING_CONTEXT, "kms:EncryptionContext:purpose": purpose } },
  });

/** The first function that seals something creates the data key. All functions of the purpose open it. */
const SEAL = ["kms:GenerateDataKeyWithoutPlaintext", "kms:Decrypt"];
const OPEN = ["kms:Decrypt"];

const onMedia =
  (
    prefixes: (media: NonNullable<CapabilityTargets["media"]>) => readonly string[],
    actions: readonly string[],
  ): GrantOf =>
  ({ media }) => ({ actions, resources: media ? prefixes(media).map((prefix) => `${media.arn}/${prefix}*`) : [] });

const onTemplates =
  (verb: string): GrantOf =>
  ({ chatProviderArn }) => ({ actions: [`social-messaging:${verb}`], resources: [chatProviderArn("waba")] });

/** The compiler demands a grant here for every new capability. */
const GRANTS: Readonly<Record<Capability, GrantOf>> = {
  "config:read": onTable("Config", READ),
  "config:write": onTable("Config", [...READ, ...WRITE]),
  // Every caller may be in test mode. The hidden owner's clock, and what test mode begins with, are written at the first use.
  "test-mode:use": ({ tableArn }) => ({
    actions: [...READ, ...WRITE].filter((action) => action !== "dynamodb:DeleteItem"),
    resources: [tableArn("Config")],
    conditions: OWN_RECORDS,
  }),
  // The mails and messages of test mode are stored in the table Events.
  "sandbox:read": onSandbox("dynamodb:GetItem", "dynamodb:Query"),
  // A mail is added in a transaction, after a look at the place that it takes.
  "sandbox:write": onSandbox("dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem", "dynamodb:DeleteItem"),
  "sandbox:clear": onSandbox("dynamodb:BatchWriteItem"),
  "sandbox-queue:send": ({ sandboxQueueArn }) => ({ actions: ["sqs:SendMessage"], resources: [sandboxQueueArn] }),
  // Deliveries and account tests both record the health of the sending account.
  "sending-accounts:note-health": onTable("Config", ["dynamodb:UpdateItem"]),
  // The first mail of an owner with a link to unsubscribe makes the key of the owner's links.
  "link-keys:make": onTable("Config", ["dynamodb:PutItem"]),
  // A server that refuses a recipient permanently makes the worker suppress it, in a transaction of two writes.
  "suppressions:add": onTable("Config", ["dynamodb:PutItem", "dynamodb:UpdateItem"]),
  "activity:append": onTable("Events", ["dynamodb:PutItem"]),
  "activity:read": onTable("Events", ["dynamodb:Query"]),
  "api-keys:read": onTable("ApiKeys", READ),
  "api-keys:write": onTable("ApiKeys", [...READ, "dynamodb:PutItem", "dynamodb:UpdateItem"]),
  "api-keys:note-use": onTable("ApiKeys", ["dynamodb:UpdateItem"]),
  "notifications:read": onTable("Notifications", ["dynamodb:GetItem", "dynamodb:BatchGetItem"]),
  "notifications:read-many": onTable("Notifications", ["dynamodb:BatchGetItem"]),
  "notifications:add": onTable("Notifications", ["dynamodb:PutItem", "dynamodb:BatchWriteItem"]),
  "notifications:write": onTable("Notifications", ["dynamodb:UpdateItem"]),
  // Provider events find their notification through these references.
  "provider-references:write": onTable("Notifications", ["dynamodb:PutItem"]),
  "dead-letters:write": onTable("Notifications", ["dynamodb:PutItem", "dynamodb:DeleteItem"]),
  "events:read": onTable("Events", ["dynamodb:Query"]),
  "events:append": onTable("Events", ["dynamodb:Query", "dynamodb:GetItem", "dynamodb:PutItem"]),
  // Raised alerts are stored in the Events table too.
  "alerts:raise": onTable("Events", ["dynamodb:PutItem"]),
  "alerts:send": onTable("Events", ["dynamodb:Query", "dynamodb:DeleteItem"]),
  // The table Events also stores the statistics.
  "statistics:read": onTable("Events", ["dynamodb:Query"]),
  "statistics:count": onTable("Events", ["dynamodb:UpdateItem"]),
  // The tries of a webhook are listed through an index.
  "webhooks:list": ({ tableArn }) => ({
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Webhooks")}/index/recent`],
  }),
  "webhooks:write": onTable("Webhooks", [...READ, ...WRITE]),
  // The sweep deletes the logs of deleted webhooks.
  "webhooks:erase": onTable("Webhooks", ["dynamodb:BatchWriteItem"]),
  "webhooks:list-due": ({ tableArn }) => ({
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Webhooks")}/index/due`],
  }),
  "webhooks:postpone": onTable("Webhooks", ["dynamodb:UpdateItem"]),
  "webhook-queue:send": ({ webhookQueueArn }) => ({ actions: ["sqs:SendMessage"], resources: [webhookQueueArn] }),
  "chat:read": onTable("Chat", READ),
  // Conversations are listed through an index.
  "chat:list": ({ tableArn }) => ({
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Chat")}/index/recent`],
  }),
  // The index lists conversations that wait for an answer or have unread messages.
  "chat:list-waiting": ({ tableArn }) => ({
    actions: ["dynamodb:Query"],
    resources: [`${tableArn("Chat")}/index/waiting`],
  }),
  // People delete notes and canned replies.
  "chat:remove": onTable("Chat", ["dynamodb:DeleteItem"]),
  "chat:write": onTable("Chat", ["dynamodb:GetItem", "dynamodb:PutItem", "dynamodb:UpdateItem"]),
  // The rate limiter and the throttle take tokens from their buckets.
  "ephemeral:take": onTable("Ephemeral", ["dynamodb:UpdateItem"]),
  // A long answer is stored in parts, and a repeated request reads them.
  "ephemeral:write": onTable("Ephemeral", [
    "dynamodb:GetItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
    "dynamodb:DeleteItem",
  ]),
  ...CONTENT_GRANTS,
  "returned-mail:read": ({ returnedMailArn }) => ({
    actions: ["s3:GetObject"],
    resources: returnedMailArn === undefined ? [] : [returnedMailArn],
  }),
  "people:list": ({ userPoolArn }) => ({
    actions: ["cognito-idp:ListUsers"],
    resources: userPoolArn === undefined ? [] : [userPoolArn],
  }),
  // Operators link business accounts and numbers at any time, so the grant covers all of them. The stored chat accounts
  // say which of them are used.
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
  "inbound-message-queue:send": ({ inboundMessageQueueArn }) => ({
    actions: ["sqs:SendMessage"],
    resources: [inboundMessageQueueArn],
  }),
  "chat-event-queue:send": ({ chatEventQueueArn }) => ({
    actions: ["sqs:SendMessage"],
    resources: [chatEventQueueArn],
  }),
  "returned-mail-queue:send": ({ returnedMailQueueArn }) => ({
    actions: ["sqs:SendMessage"],
    resources: [returnedMailQueueArn],
  }),
  "unannounced-changes:send": ({ announcementDeadLettersArn }) => ({
    actions: ["sqs:SendMessage"],
    resources: [announcementDeadLettersArn],
  }),
  "media-queue:send": ({ mediaQueueArn }) => ({ actions: ["sqs:SendMessage"], resources: [mediaQueueArn] }),
  // The chat provider reads and writes these objects with the permissions of the caller.
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
  "reserved-secrets:seal": onDataKey(SEALING_PURPOSES.requests, SEAL),
  "reserved-secrets:open": onDataKey(SEALING_PURPOSES.requests, OPEN),
  "secrets:seal": onDataKey(SEALING_PURPOSES.accounts, SEAL),
  "secrets:open": onDataKey(SEALING_PURPOSES.accounts, OPEN),
};

/** `api-keys:note-use` becomes `ApiKeysNoteUse`, so that the statement in the template shows its capability. */
const sidOf = (capability: Capability): string =>
  capability.replace(/(?:^|[:-])([a-z])/g, (_, character: string) => character.toUpperCase());

const LISTING: ReadonlySet<RouteGroup> = new Set(["panel", "notifications"]);

/** Of the schedules that read notifications, only the sweep works in parts. */
const isSweep = (trigger: Trigger): boolean => trigger.kind === "schedule" && trigger.parts !== undefined;

/**
 * These queries read notifications other than by id. Each index is granted only to the kind of function that uses it:
 * the sweep finds due notifications (D22), a worker finds those that wait for an account, the panel and the API
 * list an owner's newest notifications from the table itself and the unsent ones from their index, and the events of
 * Amazon SES name mails by their ids.
 */
const LOOK_UPS = [
  {
    sid: "NotificationsFindDue",
    of: "/index/due",
    isFor: (trigger: Trigger) => isSweep(trigger) || (trigger.kind === "queue" && trigger.queue === "sandbox"),
  },
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
  {
    sid: "NotificationsFindByMailId",
    of: "/index/mail",
    isFor: (trigger: Trigger) =>
      (trigger.kind === "routes" && trigger.group === "email-events") ||
      (trigger.kind === "queue" && trigger.queue === "returned-mail"),
  },
] as const;

/** Returns the statements of a function's role: those for its capabilities and its queries, and no others. */
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
