import type { Capability } from "../../shared/edge/contract/route.ts";
import type { VariableName } from "../../shared/kernel/config.ts";
import { routes } from "../../shared/routes.ts";
import type { FunctionDefinition } from "../functions.ts";

/**
 * The store of notifications keeps large contents in a bucket, so a function that uses the store needs all of these
 * variables.
 */
const NOTIFICATIONS: readonly VariableName[] = [
  "NOTIFICATIONS_TABLE",
  "CONTENT_BUCKET",
  "LEASE_SECONDS",
  "CONTENT_KEPT_DAYS",
  "RECORD_KEPT_DAYS",
];
const MEDIA_FILES: readonly VariableName[] = ["MEDIA_BUCKET", "MEDIA_BUCKET_REGION"];

/**
 * Lists the variables that the code of each capability reads. The compiler demands an entry for every new capability.
 */
const BY_CAPABILITY: Readonly<Record<Capability, readonly VariableName[]>> = {
  "config:read": ["CONFIG_TABLE"],
  "config:write": ["CONFIG_TABLE"],
  "sending-accounts:note-health": ["CONFIG_TABLE"],
  "suppressions:add": ["CONFIG_TABLE"],
  "link-keys:make": ["CONFIG_TABLE", "PUBLIC_URL"],
  "test-mode:use": ["CONFIG_TABLE"],
  "sandbox:read": ["EVENTS_TABLE"],
  "sandbox:write": ["EVENTS_TABLE"],
  "sandbox:clear": ["EVENTS_TABLE"],
  "sandbox-sources:read": ["CONTENT_BUCKET"],
  "sandbox-sources:keep": ["CONTENT_BUCKET"],
  "sandbox-queue:send": ["SANDBOX_QUEUE_URL"],
  "activity:append": ["EVENTS_TABLE"],
  "activity:read": ["EVENTS_TABLE"],
  "api-keys:read": ["API_KEYS_TABLE"],
  "api-keys:write": ["API_KEYS_TABLE"],
  "api-keys:note-use": ["API_KEYS_TABLE"],
  "notifications:read": NOTIFICATIONS,
  "notifications:read-many": ["NOTIFICATIONS_TABLE"],
  "notifications:add": NOTIFICATIONS,
  "notifications:write": NOTIFICATIONS,
  "provider-references:write": NOTIFICATIONS,
  "dead-letters:write": ["NOTIFICATIONS_TABLE"],
  "events:read": ["EVENTS_TABLE"],
  "events:append": ["EVENTS_TABLE"],
  "alerts:raise": ["EVENTS_TABLE"],
  "alerts:send": ["EVENTS_TABLE"],
  "statistics:read": ["EVENTS_TABLE"],
  "statistics:count": ["EVENTS_TABLE"],
  "webhooks:list": ["WEBHOOKS_TABLE"],
  "webhooks:write": ["WEBHOOKS_TABLE"],
  "webhooks:erase": ["WEBHOOKS_TABLE"],
  "webhooks:list-due": ["WEBHOOKS_TABLE"],
  "webhooks:postpone": ["WEBHOOKS_TABLE"],
  "webhook-queue:send": ["WEBHOOK_QUEUE_URL"],
  "chat:read": ["CHAT_TABLE"],
  "chat:list": ["CHAT_TABLE"],
  "chat:list-waiting": ["CHAT_TABLE"],
  "chat:remove": ["CHAT_TABLE"],
  "chat:write": ["CHAT_TABLE"],
  "ephemeral:take": ["EPHEMERAL_TABLE"],
  "ephemeral:write": ["EPHEMERAL_TABLE"],
  "content:read": ["CONTENT_BUCKET"],
  "content:write": ["CONTENT_BUCKET"],
  "templates:remove": ["CONTENT_BUCKET"],
  "uploads:write": ["CONTENT_BUCKET"],
  "attachments:read": ["CONTENT_BUCKET"],
  "attachments:keep": ["CONTENT_BUCKET"],
  "attachments:miss": ["CONTENT_BUCKET"],
  "returned-mail:read": ["RETURNED_MAIL_BUCKET"],
  "delivery-queue:send": ["DELIVERY_QUEUE_URL"],
  "inbound-message-queue:send": ["INBOUND_MESSAGE_QUEUE_URL"],
  "chat-event-queue:send": ["CHAT_EVENT_QUEUE_URL"],
  "returned-mail-queue:send": ["RETURNED_MAIL_QUEUE_URL"],
  "people:list": ["COGNITO_USER_POOL_ID"],
  "chat-provider:accounts": [],
  "chat-provider:read-template": [],
  "chat-provider:list-templates": [],
  "chat-provider:create-template": [],
  "chat-provider:remove-template": [],
  "chat-provider:send": ["CHAT_API_VERSION"],
  "media:write": MEDIA_FILES,
  "media:retrieve": [...MEDIA_FILES, "MEDIA_KEY_PREFIX"],
  "media:list": MEDIA_FILES,
  "unannounced-changes:send": ["ANNOUNCEMENT_DEAD_LETTERS_URL"],
  "media-queue:send": ["MEDIA_QUEUE_URL"],
  "media-key:open": [
    "SECRET_KEY_ID",
    "MEDIA_BUCKET",
    "MEDIA_DELIVERY_URL",
    "MEDIA_PUBLIC_KEY_ID",
    "MEDIA_PRIVATE_KEY_SEALED",
    "MEDIA_URL_SECONDS",
  ],
  "provider-media:post": [],
  "provider-media:get": [],
  // Tables hold the data keys. The data keys for secrets of repeated requests are in the same table as these secrets.
  "reserved-secrets:seal": ["SECRET_KEY_ID", "EPHEMERAL_TABLE"],
  "reserved-secrets:open": ["SECRET_KEY_ID", "EPHEMERAL_TABLE"],
  "secrets:seal": ["SECRET_KEY_ID", "CONFIG_TABLE"],
  // Code that opens a secret sends it to a host that its owner chose, so the code also checks private addresses.
  "secrets:open": ["SECRET_KEY_ID", "CONFIG_TABLE", "PRIVATE_NETWORK_ALLOW"],
};

/** The steps of the HTTP pipeline that need no credential read these variables. */
const FALLBACK: readonly VariableName[] = ["ORIGIN_SECRETS", "EPHEMERAL_TABLE", "RATE_REFILL_PER_SECOND", "RATE_BURST"];
/** The HTTP pipeline reads these variables, for paths with and without a rate limit. */
const PIPELINE: readonly VariableName[] = [...FALLBACK, "REQUIRED_SCOPE"];
const TOKENS: readonly VariableName[] = ["OIDC_ISSUER", "OIDC_AUDIENCE", "ADMINISTRATOR_ROLE"];

export type VariableSource = Pick<FunctionDefinition, "uses" | "reads" | "signsCursors"> &
  Partial<Pick<FunctionDefinition, "trigger">> & { readonly group?: string };

/**
 * Returns the variables that a function's code reads because of its capabilities, the credentials of its callers, or
 * its definition.
 */
export function variablesOf({ uses, reads = [], signsCursors, ...caller }: VariableSource): ReadonlySet<VariableName> {
  const ofCapabilities = uses.flatMap((capability) => BY_CAPABILITY[capability]);
  const own = [...ofCapabilities, ...ofCaller(caller), ...reads, ...(signsCursors ? (["CURSOR_KEY"] as const) : [])];
  const isAtTables = own.some((name) => name.endsWith("_TABLE"));
  return new Set<VariableName>(["ROUTINE_LOG_SHARE", ...own, ...(isAtTables ? (["DIRECT_CALLS"] as const) : [])]);
}

function ofCaller({ trigger, group }: Pick<VariableSource, "trigger" | "group">): readonly VariableName[] {
  const asked = trigger?.kind === "routes" ? trigger.group : group;
  const takesTokens = routes.some((route) => route.group === asked && route.auth.includes("access-token"));
  if (asked !== undefined) return takesTokens ? [...PIPELINE, ...TOKENS] : PIPELINE;
  if (trigger?.kind === "function-url") return PIPELINE;
  return trigger?.kind === "fallback" ? FALLBACK : [];
}

/** Picks the named variables from all variables of a deployment. */
export function partOf(
  environment: Readonly<Record<string, string>>,
  names: ReadonlySet<string>,
): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => names.has(name)));
}
