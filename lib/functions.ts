import {
  type Capability,
  limitOf,
  loggedChange,
  type RouteGroup,
  takesIdempotencyKey,
} from "../shared/edge/contract/route.ts";
import type { VariableName } from "../shared/kernel/config.ts";
import { listNotifications } from "../shared/notifications/contract/notification-list.ts";
import { getNotificationTimeline } from "../shared/notifications/contract/notification-timeline.ts";
import { createNotification } from "../shared/notifications/contract/notifications.ts";
import { routes } from "../shared/routes.ts";
import { type FilterPattern, NEWS } from "./stream-filters.ts";
import type { TableDefinition } from "./tables.ts";

/**
 * Lists every Lambda function as data. The cloud stack deploys them, and the local stack hosts them from this one list.
 */
export type Trigger =
  | { readonly kind: "routes"; readonly group: RouteGroup }
  /** The function answers the gateway's `$default` route. */
  | { readonly kind: "fallback" }
  /** The function has a URL of its own for one path, which bypasses the gateway. */
  | { readonly kind: "function-url"; readonly path: `/${string}` }
  | { readonly kind: "queue"; readonly queue: QueueName; readonly batchSize: number; readonly maxConcurrency: number }
  | StreamTrigger
  | ScheduleTrigger;

export interface ScheduleTrigger {
  readonly kind: "schedule";
  readonly everySeconds: number;
  /**
   * The schedule calls the function this many times at once. The event of each call names its part, as `{ part, of }`.
   * A rule of EventBridge has at most five targets.
   */
  readonly parts?: 2 | 3 | 4 | 5;
}

/** The function gets the changes of tables, in order within a shard. A batch holds changes of one table only. */
export interface StreamTrigger {
  readonly kind: "stream";
  readonly tables: readonly StreamedTable[];
  readonly batchSize: number;
  /** If true, each batch names its shard. Lambda does this only for functions with a tumbling window. */
  readonly namesShard?: true;
  /** If a batch is given up (`STREAM_LIMITS`), a message in this queue names its changes. */
  readonly deadLetters: QueueName;
  /** The alarm on these messages says what went wrong and who is hurt. */
  readonly leftOut: { readonly cause: string; readonly impact: string };
}

/** A failing batch is given up at these limits, so that its shard continues with the next changes. */
export interface StreamLimits {
  /** The first call does not count as a retry. */
  readonly maxRetries: number;
  readonly maxAgeSeconds: number;
}

/**
 * With pauses that grow to half a minute, as in the local poller, the retries take eight hours. Lambda's pauses have
 * not been measured. DynamoDB deletes a change after 24 hours, so an operator has the four hours after the greatest age
 * to read the changes that were left out.
 */
export const STREAM_LIMITS: StreamLimits = { maxRetries: 1000, maxAgeSeconds: 72_000 };

/** Names a table with a stream. The function gets the changes that match at least one of the filters. */
export interface StreamedTable {
  readonly name: TableDefinition["name"];
  readonly filters: readonly FilterPattern[];
}

/** A plain HTTP server answers the routes of these groups. */
export type WebGroup = Extract<RouteGroup, "media-upload">;

export interface FunctionDefinition {
  readonly name: string;
  /** This path is relative to the root of the project. */
  readonly entry: string;
  readonly trigger: Trigger;
  readonly uses: readonly Capability[];
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /**
   * The code reads these variables in addition to those of its capabilities and its callers. A test compares them with
   * the bundle.
   */
  readonly reads?: readonly VariableName[];
  /** The function issues cursors and gets the key that signs them. */
  readonly signsCursors?: true;
  /**
   * The function sends to its own queue on purpose. By default Lambda takes a message that came back sixteen times for
   * a runaway and moves it to the dead letters (AWS Lambda Developer Guide, "Use Lambda recursive loop detection to
   * prevent infinite loops"). docs/decisions/queue-loops-on-purpose.md says what ends each loop instead.
   */
  readonly loopsOnPurpose?: true;
  /**
   * In production, new code first gets a tenth of the function's calls. The function is called often enough at all
   * hours for that tenth to show a bug.
   */
  readonly isTriedOut?: true;
  /** Says who is hurt when the function fails. The alarm of the function repeats this text. */
  readonly impact: string;
}

export type QueueName =
  | "delivery"
  | "delivery-dead-letters"
  | "media"
  | "media-dead-letters"
  | "inbound-messages"
  | "inbound-message-dead-letters"
  | "chat-events"
  | "chat-event-dead-letters"
  | "announcement-dead-letters"
  | "webhooks"
  | "webhook-dead-letters"
  | "returned-mail"
  | "returned-mail-dead-letters"
  | "sandbox"
  | "sandbox-dead-letters";

export interface QueueDefinition {
  readonly name: QueueName;
  readonly visibilityTimeoutSeconds: number;
  readonly deadLetter?: { readonly queue: QueueName; readonly maxReceiveCount: number };
}

const DELIVERY_TIMEOUT_SECONDS = 60;
/** The function has time for two tries of 25 s at the provider and the look-ups around them. */
const RETRIEVAL_TIMEOUT_SECONDS = 60;
/** An envelope holds several events, each of which takes a few reads and writes. */
const EVENTS_TIMEOUT_SECONDS = 30;
/**
 * The function starts no request after 20 s, and a request takes at most 15 s. The timeout must be shorter than the
 * lease.
 */
const WEBHOOKS_TIMEOUT_SECONDS = 50;
/** The parser takes a second for the largest mail that is read, and each of its recipients takes a few writes. */
const RETURNED_MAIL_TIMEOUT_SECONDS = 30;
/** A move of a clock puts up to 10,000 notifications on the queue. */
const SANDBOX_TIMEOUT_SECONDS = 60;
/** AWS recommends a visibility timeout of six times the function's timeout. */
const VISIBILITY_FACTOR = 6;

export const queues: readonly QueueDefinition[] = [
  {
    name: "delivery",
    visibilityTimeoutSeconds: DELIVERY_TIMEOUT_SECONDS * VISIBILITY_FACTOR,
    deadLetter: { queue: "delivery-dead-letters", maxReceiveCount: 5 },
  },
  { name: "delivery-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
  {
    name: "media",
    visibilityTimeoutSeconds: RETRIEVAL_TIMEOUT_SECONDS * VISIBILITY_FACTOR,
    deadLetter: { queue: "media-dead-letters", maxReceiveCount: 5 },
  },
  // No function processes these dead letters, because the next reader of the chat message requests its media again.
  { name: "media-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
  {
    name: "inbound-messages",
    visibilityTimeoutSeconds: EVENTS_TIMEOUT_SECONDS * VISIBILITY_FACTOR,
    deadLetter: { queue: "inbound-message-dead-letters", maxReceiveCount: 8 },
  },
  // No function processes these dead letters or those of the next queue. They wait for the operator to move them back
  // (docs/chat-events.md).
  { name: "inbound-message-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
  {
    name: "chat-events",
    visibilityTimeoutSeconds: EVENTS_TIMEOUT_SECONDS * VISIBILITY_FACTOR,
    deadLetter: { queue: "chat-event-dead-letters", maxReceiveCount: 8 },
  },
  { name: "chat-event-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
  {
    name: "webhooks",
    visibilityTimeoutSeconds: WEBHOOKS_TIMEOUT_SECONDS * VISIBILITY_FACTOR,
    deadLetter: { queue: "webhook-dead-letters", maxReceiveCount: 5 },
  },
  // No function processes these dead letters. The operator moves them back (docs/operations.md).
  { name: "webhook-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
  {
    name: "returned-mail",
    visibilityTimeoutSeconds: RETURNED_MAIL_TIMEOUT_SECONDS * VISIBILITY_FACTOR,
    deadLetter: { queue: "returned-mail-dead-letters", maxReceiveCount: 8 },
  },
  // No function processes these dead letters. The operator moves them back while the mails are kept (docs/operations.md).
  { name: "returned-mail-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
  {
    name: "sandbox",
    visibilityTimeoutSeconds: SANDBOX_TIMEOUT_SECONDS * VISIBILITY_FACTOR,
    deadLetter: { queue: "sandbox-dead-letters", maxReceiveCount: 5 },
  },
  // No function processes these dead letters. They are of test mode only, and the sweep makes up for a lost move of a clock.
  { name: "sandbox-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
  // No queue moves messages here and no function processes them. They describe changes that could not be announced or
  // counted, and wait for the operator (docs/operations.md).
  { name: "announcement-dead-letters", visibilityTimeoutSeconds: 30 * VISIBILITY_FACTOR },
];

const WEBHOOK = { memoryMb: 1024, timeoutSeconds: 14, folder: "webhooks", isTriedOut: true } as const;
const API = { memoryMb: 1024, timeoutSeconds: 29 } as const;
/** Programs call these groups, and so do panels that people leave open. */
const BUSY = { ...API, isTriedOut: true } as const;
/** The test send waits 20 s for a mail server, so its function has a little longer. */
const GROUPS: Readonly<
  Record<
    Exclude<RouteGroup, WebGroup>,
    {
      readonly memoryMb: number;
      readonly timeoutSeconds: number;
      readonly reads?: readonly VariableName[];
      readonly signsCursors?: true;
      readonly isTriedOut?: true;
      readonly folder?: string;
    }
  >
> = {
  system: { memoryMb: 512, timeoutSeconds: 5, reads: ["OIDC_ISSUER"] },
  docs: { memoryMb: 512, timeoutSeconds: 10, reads: ["GUIDES_URL", "DOCS_ASSETS_DIR"] },
  "sending-accounts": { ...API, reads: ["HTTP_API_PROVIDER", "CHAT_TOPIC_ARN", "BOUNCE_DOMAIN"] },
  "sending-account-test": { ...API, reads: ["HTTP_API_PROVIDER", "BOUNCE_DOMAIN"] },
  "email-templates": { ...API, signsCursors: true },
  "chat-templates": API,
  admin: { ...API, signsCursors: true, reads: ["CHAT_TOPIC_ARN"] },
  // The topic service waits 15 s for an answer.
  "chat-events": { ...WEBHOOK, reads: ["CHAT_TOPIC_ARN"] },
  "email-events": { memoryMb: 1024, timeoutSeconds: 14, folder: "webhooks" },
  notifications: { ...BUSY, signsCursors: true },
  conversations: { ...BUSY, signsCursors: true },
  events: { ...API, signsCursors: true },
  webhooks: { ...API, signsCursors: true, reads: ["WEBHOOK_HTTP"] },
  suppressions: { ...API, signsCursors: true },
  "webhook-test": { ...API, reads: ["WEBHOOK_HTTP"] },
  "panel-conversations": { ...BUSY, signsCursors: true, folder: "http/conversations" },
  "conversation-media": API,
  sandbox: { ...API, signsCursors: true },
  // The panel tries templates out with the same code that accepts messages of every channel.
  panel: { ...API, signsCursors: true, reads: ["CHAT_TABLE", "BACKOFF_BASE_SECONDS", "HTTP_API_PROVIDER"] },
};

const isRouteGroup = (name: string): name is Exclude<RouteGroup, WebGroup> => name in GROUPS;

/** Returns the capabilities and the impact of a group of routes, including those of the pipeline around them. */
function ofGroup(group: RouteGroup): Pick<FunctionDefinition, "uses" | "impact"> {
  const own = routes.filter((route) => route.group === group);
  const limited: readonly Capability[] = own.some(({ path }) => limitOf(path) !== undefined) ? ["ephemeral:take"] : [];
  const keys: readonly Capability[] = own.some(({ auth }) => auth.includes("api-key"))
    ? ["api-keys:read", "api-keys:note-use"]
    : [];
  const modes: readonly Capability[] = own.some(({ auth }) => auth.length > 0) ? ["test-mode:use"] : [];
  const changes: readonly Capability[] = own.some((route) => loggedChange(route)) ? ["activity:append"] : [];
  const once: readonly Capability[] = own.some(takesIdempotencyKey) ? ["ephemeral:write"] : [];
  const secrets: readonly Capability[] = own.some(({ madeSecret }) => madeSecret !== undefined)
    ? ["reserved-secrets:seal", "reserved-secrets:open"]
    : [];
  return {
    uses: [
      ...new Set([
        ...limited,
        ...keys,
        ...modes,
        ...changes,
        ...once,
        ...secrets,
        ...own.flatMap((route) => route.uses),
      ]),
    ],
    impact: [...new Set(own.map((route) => route.impact))].join("; "),
  };
}

function groupFunction(group: Exclude<RouteGroup, WebGroup>): FunctionDefinition {
  const { folder = "http", ...limits } = GROUPS[group];
  return {
    name: group,
    entry: `functions/${folder}/${group}.ts`,
    trigger: { kind: "routes", group },
    ...ofGroup(group),
    ...limits,
  };
}

/**
 * Describes a plain HTTP server for bodies that are too large for a gateway. It listens at `AWS_LAMBDA_HTTP_ENDPOINT`,
 * or at `PORT` if that is not set.
 */
export interface WebFunctionDefinition extends Omit<FunctionDefinition, "trigger" | "memoryMb"> {
  readonly group: WebGroup;
  /** One environment serves at most this many requests at once. */
  readonly maxConcurrency: number;
}

/**
 * A server that passes files on produces much short-lived garbage. Collecting the garbage early takes a third less
 * memory (`npm run bench -- upload`).
 */
export const WEB_NODE_OPTIONS = { NODE_OPTIONS: "--max-semi-space-size=2" } as const;

export const webFunctions: readonly WebFunctionDefinition[] = [
  {
    name: "media-upload",
    entry: "functions/web/media-upload/server.ts",
    group: "media-upload",
    ...ofGroup("media-upload"),
    // The timeout covers the slowest accepted upload and then the provider's own time.
    timeoutSeconds: 240,
    maxConcurrency: 32,
  },
];

/** The tools of MCP run the same use cases as these routes of conversations and notifications. */
const { uses: conversationUses } = ofGroup("conversations");
/** Tools send mails without files and without links to unsubscribe, and so need fewer permissions than the routes that send. */
const NOT_BY_TOOLS: readonly Capability[] = [
  "ephemeral:take",
  "attachments:read",
  "attachments:miss",
  "attachments:keep",
  "link-keys:make",
];
const toolUses = [
  ...conversationUses,
  ...[createNotification, listNotifications, getNotificationTimeline].flatMap(({ uses }) => uses),
];

export const functions: readonly FunctionDefinition[] = [
  ...Object.keys(GROUPS).filter(isRouteGroup).map(groupFunction),
  {
    name: "mcp",
    entry: "functions/mcp/handler.ts",
    trigger: { kind: "function-url", path: "/mcp" },
    // MCP has no rate limit (D5).
    uses: [...new Set(toolUses)].filter((capability) => !NOT_BY_TOOLS.includes(capability)),
    ...BUSY,
    signsCursors: true,
    // The code of accepting mails names the address of links to unsubscribe.
    reads: ["MCP_ALLOWED_ORIGINS", "PUBLIC_URL"],
    impact: "agents can neither read and answer conversations nor send",
  },
  {
    name: "fallback",
    entry: "functions/http/fallback.ts",
    trigger: { kind: "fallback" },
    uses: ["ephemeral:take"],
    memoryMb: 512,
    timeoutSeconds: 5,
    impact: "callers of unknown paths and browsers' preflights get a bare gateway error",
  },
  {
    name: "deliver-notification",
    entry: "functions/queue/deliver-notification.ts",
    trigger: { kind: "queue", queue: "delivery", batchSize: 10, maxConcurrency: 50 },
    loopsOnPurpose: true,
    isTriedOut: true,
    reads: ["BACKOFF_BASE_SECONDS", "HTTP_API_PROVIDER"],
    uses: [
      "test-mode:use",
      "config:read",
      "sending-accounts:note-health",
      "suppressions:add",
      "notifications:read",
      "notifications:write",
      "provider-references:write",
      "content:read",
      "attachments:read",
      "attachments:miss",
      "secrets:open",
      "chat:read",
      "chat:write",
      "chat-provider:send",
      "ephemeral:take",
      "delivery-queue:send",
      "sandbox:read",
      "sandbox:write",
      "sandbox-sources:keep",
      "sandbox-queue:send",
    ],
    memoryMb: 1024,
    timeoutSeconds: DELIVERY_TIMEOUT_SECONDS,
    impact: "accepted notifications are not delivered; they wait and lose nothing",
  },
  {
    name: "dead-letter",
    entry: "functions/queue/dead-letter.ts",
    trigger: { kind: "queue", queue: "delivery-dead-letters", batchSize: 10, maxConcurrency: 2 },
    uses: ["test-mode:use", "notifications:write", "dead-letters:write"],
    memoryMb: 512,
    timeoutSeconds: 30,
    impact: "notifications that crash their worker stay unfinished instead of ending failed",
  },
  {
    name: "retrieve-media",
    entry: "functions/queue/retrieve-media.ts",
    trigger: { kind: "queue", queue: "media", batchSize: 5, maxConcurrency: 10 },
    loopsOnPurpose: true,
    reads: ["BACKOFF_BASE_SECONDS"],
    uses: [
      "chat:read",
      "chat:write",
      "config:read",
      "media:retrieve",
      "media:list",
      "media-queue:send",
      "provider-media:get",
    ],
    memoryMb: 512,
    timeoutSeconds: RETRIEVAL_TIMEOUT_SECONDS,
    impact: "customers' pictures and files are not copied; who asks for them is told to come back later",
  },
  {
    name: "receive-inbound-message",
    entry: "functions/queue/receive-inbound-message.ts",
    trigger: { kind: "queue", queue: "inbound-messages", batchSize: 10, maxConcurrency: 20 },
    loopsOnPurpose: true,
    // A customer's word may suppress the customer's number, or end that.
    uses: ["config:read", "config:write", "chat:read", "chat:write", "inbound-message-queue:send"],
    memoryMb: 1024,
    timeoutSeconds: EVENTS_TIMEOUT_SECONDS,
    impact: "customers' messages do not appear; they wait and lose nothing",
  },
  {
    name: "apply-chat-event",
    entry: "functions/queue/apply-chat-event.ts",
    trigger: { kind: "queue", queue: "chat-events", batchSize: 10, maxConcurrency: 15 },
    loopsOnPurpose: true,
    uses: [
      "config:read",
      "config:write",
      "chat:read",
      "chat:write",
      "notifications:read",
      "notifications:write",
      "provider-references:write",
      "chat-provider:read-template",
      "chat-event-queue:send",
    ],
    memoryMb: 1024,
    timeoutSeconds: EVENTS_TIMEOUT_SECONDS,
    impact: "the statuses of sent messages and of templates do not appear; they wait and lose nothing",
  },
  {
    name: "receive-returned-mail",
    entry: "functions/queue/receive-returned-mail.ts",
    trigger: { kind: "queue", queue: "returned-mail", batchSize: 5, maxConcurrency: 2 },
    loopsOnPurpose: true,
    uses: [
      // The function reads the keys of tokens and the accounts of topics, and suppresses recipients.
      "config:write",
      "notifications:read",
      "notifications:write",
      // The content names the recipients of a mail to several.
      "content:read",
      "returned-mail:read",
      "returned-mail-queue:send",
    ],
    memoryMb: 1024,
    timeoutSeconds: RETURNED_MAIL_TIMEOUT_SECONDS,
    impact: "bounces and complaints do not appear, and their recipients are not suppressed; they wait and lose nothing",
  },
  {
    name: "apply-sandbox-effects",
    entry: "functions/queue/apply-sandbox-effects.ts",
    trigger: { kind: "queue", queue: "sandbox", batchSize: 10, maxConcurrency: 5 },
    loopsOnPurpose: true,
    uses: [
      "test-mode:use",
      "config:read",
      "suppressions:add",
      "notifications:read",
      "notifications:write",
      "provider-references:write",
      "content:read",
      "dead-letters:write",
      "chat:read",
      "chat:write",
      "delivery-queue:send",
      "webhook-queue:send",
      "sandbox-queue:send",
    ],
    memoryMb: 512,
    timeoutSeconds: SANDBOX_TIMEOUT_SECONDS,
    impact:
      "in test mode, a moved clock, bounces and the statuses of chat messages have no effect; live mode is not touched",
  },
  {
    name: "announce-and-count",
    entry: "functions/stream/announce-and-count.ts",
    trigger: {
      kind: "stream",
      tables: [
        { name: "Notifications", filters: NEWS.Notifications },
        { name: "Chat", filters: NEWS.Chat },
        { name: "Config", filters: NEWS.Config },
      ],
      batchSize: 100,
      // The shard and the position in it identify a change, so that the function counts each change once.
      namesShard: true,
      deadLetters: "announcement-dead-letters",
      leftOut: {
        cause: "changes could not be announced or counted",
        impact:
          "the events of these changes are in no feed, no webhook has been told, and the panel's figures may leave them out",
      },
    },
    uses: [
      "test-mode:use",
      "events:append",
      // An event may also show a conversation, the default account, or the recipient of an older notification.
      "config:read",
      "notifications:read",
      "content:read",
      "chat:read",
      "unannounced-changes:send",
      "webhook-queue:send",
      // If the queue refuses a webhook's message, the sweep takes the webhook over.
      "webhooks:postpone",
      "alerts:raise",
      "statistics:count",
    ],
    memoryMb: 512,
    timeoutSeconds: 60,
    impact:
      "events come late to feeds and webhooks, and the panel's figures too; they wait for a day and lose nothing until then",
  },
  {
    name: "deliver-webhooks",
    entry: "functions/queue/deliver-webhooks.ts",
    // A batch is one message, so that a hanging receiver delays only its own worker.
    trigger: { kind: "queue", queue: "webhooks", batchSize: 1, maxConcurrency: 100 },
    loopsOnPurpose: true,
    reads: ["WEBHOOK_HTTP", "PRIVATE_NETWORK_ALLOW"],
    uses: [
      "test-mode:use",
      // The function disables webhooks whose receivers no longer exist.
      "config:write",
      "events:read",
      "webhooks:write",
      "webhooks:erase",
      "secrets:open",
      "webhook-queue:send",
    ],
    memoryMb: 512,
    timeoutSeconds: WEBHOOKS_TIMEOUT_SECONDS,
    impact: "events do not reach webhooks; they wait in the feed and lose nothing",
  },
  {
    name: "sweep-webhooks",
    entry: "functions/schedule/sweep-webhooks.ts",
    trigger: { kind: "schedule", everySeconds: 60 },
    uses: ["webhooks:list-due", "webhooks:postpone", "webhook-queue:send"],
    memoryMb: 512,
    timeoutSeconds: 55,
    impact: "events that failed are not sent to their webhooks again after the first two tries",
  },
  {
    name: "send-alerts",
    entry: "functions/schedule/send-alerts.ts",
    trigger: { kind: "schedule", everySeconds: 60 },
    reads: ["HTTP_API_PROVIDER"],
    uses: [
      "test-mode:use",
      "alerts:send",
      // The function notes how far each owner's alerts have been sent.
      "config:write",
      "notifications:read",
      "notifications:add",
      "link-keys:make",
      "delivery-queue:send",
      "chat:read",
      "chat:list-waiting",
      "statistics:read",
    ],
    memoryMb: 512,
    timeoutSeconds: 55,
    impact:
      "owners are not told by mail of what fails and of who waits; alerts of the last hour are sent when it runs again",
  },
  {
    name: "reconcile-chat-templates",
    entry: "functions/schedule/reconcile-chat-templates.ts",
    // The setting `templateReconcileMinutes` of a deployment overrides this interval.
    trigger: { kind: "schedule", everySeconds: 3600 },
    uses: [
      "config:write",
      "chat-provider:read-template",
      "chat-provider:list-templates",
      // The function removes templates that an interrupted creation left at the provider.
      "chat-provider:remove-template",
    ],
    memoryMb: 512,
    timeoutSeconds: 300,
    impact:
      "chat templates whose events were missed keep a status that is no longer true: approved ones may not be sent",
  },
  {
    name: "sweep",
    entry: "functions/schedule/sweep.ts",
    trigger: { kind: "schedule", everySeconds: 60, parts: 5 },
    uses: [
      "test-mode:use",
      "notifications:read",
      "notifications:write",
      "dead-letters:write",
      "delivery-queue:send",
      "sandbox-queue:send",
    ],
    // Each part has a whole core, and works for 55 s of every minute while more notifications are scheduled than it has
    // queued.
    memoryMb: 1769,
    timeoutSeconds: 70,
    impact: "notifications whose worker died are not picked up again",
  },
];
