import type * as z from "zod";
import type { Change } from "../../kernel/activity.ts";
import type { KeyOperation } from "../../kernel/key-permissions.ts";
import type { RefusalCode } from "../../kernel/refusal.ts";
import { IF_MATCH_HEADER } from "./entity-tag.ts";
import { IDEMPOTENCY_HEADER } from "./idempotent.ts";

/**
 * What a function may do with resources. `lib/cloud/capabilities.ts` turns each capability into a grant, and nothing
 * else is granted.
 */
export type Capability =
  | "config:read"
  | "config:write"
  | "test-mode:use"
  | "sandbox:read"
  | "sandbox:write"
  | "sandbox:clear"
  | "sandbox-sources:read"
  | "sandbox-sources:keep"
  | "sandbox-queue:send"
  | "activity:append"
  | "activity:read"
  | "api-keys:read"
  | "api-keys:write"
  | "api-keys:note-use"
  | "notifications:read"
  | "notifications:read-many"
  | "notifications:add"
  | "notifications:write"
  | "provider-references:write"
  | "sending-accounts:note-health"
  | "link-keys:make"
  | "suppressions:add"
  | "chat:read"
  | "chat:list"
  | "chat:list-waiting"
  | "chat:remove"
  | "chat:write"
  | "ephemeral:take"
  | "ephemeral:write"
  | "content:read"
  | "content:write"
  | "templates:remove"
  | "uploads:write"
  | "attachments:read"
  | "attachments:miss"
  | "attachments:keep"
  | "returned-mail:read"
  | "dead-letters:write"
  | "events:read"
  | "events:append"
  | "alerts:raise"
  | "alerts:send"
  | "statistics:read"
  | "statistics:count"
  | "webhooks:list"
  | "webhooks:write"
  | "unannounced-changes:send"
  | "webhooks:erase"
  | "webhooks:list-due"
  | "webhooks:postpone"
  | "webhook-queue:send"
  | "delivery-queue:send"
  | "inbound-message-queue:send"
  | "chat-event-queue:send"
  | "returned-mail-queue:send"
  | "people:list"
  | "chat-provider:accounts"
  | "chat-provider:read-template"
  | "chat-provider:list-templates"
  | "chat-provider:create-template"
  | "chat-provider:remove-template"
  | "chat-provider:send"
  | "media:write"
  | "media:retrieve"
  | "media:list"
  | "media-queue:send"
  | "media-key:open"
  | "reserved-secrets:seal"
  | "reserved-secrets:open"
  | "provider-media:post"
  | "provider-media:get"
  | "secrets:seal"
  | "secrets:open";

/** Each group is one Lambda function with its own file in `functions/http`. */
export type RouteGroup =
  | "system"
  | "docs"
  | "sending-accounts"
  | "sending-account-test"
  | "email-templates"
  | "chat-templates"
  | "admin"
  | "chat-events"
  | "email-events"
  | "notifications"
  | "conversation-media"
  | "media-upload"
  | "conversations"
  | "panel-conversations"
  | "events"
  | "webhooks"
  | "webhook-test"
  | "suppressions"
  | "sandbox"
  | "panel";

export type Credential = "access-token" | "api-key";

/** A request needs any one of these credentials. A route without any is open to everybody. */
export type Credentials = readonly Credential[];

/** A secret that a route makes and shows in only one answer. */
export interface MadeSecret {
  /** The field of the answer that holds the secret. */
  readonly field: string;
  /** Makes the secret's text from its random bytes, and from the answer without the secret. */
  readonly textOf: (entropy: Uint8Array, answer: Readonly<Record<string, unknown>>) => string;
}

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Auth extends Credentials = Credentials,
> {
  readonly operationId: string;
  readonly group: RouteGroup;
  readonly summary: string;
  readonly method: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  readonly auth: Auth;
  /** The access token has to hold the deployment's administrator role in addition to the scope (D11). */
  readonly role?: "administrator";
  readonly params?: Params;
  readonly query?: Query;
  /** The schema of the body; absent when the route takes no body. */
  readonly body?: Body;
  /** The content of a body that is not JSON, by media type, as OpenAPI describes it. */
  readonly form?: Readonly<Record<string, unknown>>;
  /** The body may be left out; an empty object is then read instead. */
  readonly isBodyOptional?: true;
  /** The method and path of the route that takes several such bodies in one request; the refusal of a list names this route (D54). */
  readonly many?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly success: {
    readonly status: 200 | 201 | 202 | 204;
    /** The schema of the answer; absent when the answer has no body or is not JSON. */
    readonly schema?: Answer;
    readonly contentType?: string;
    /** The answer is one record, and has its ETag (D50). */
    readonly hasTag?: true;
    /** The status when the record to create stood there before. */
    readonly whenThere?: 200;
  };
  /**
   * The secret is left out of the answer that is kept for an idempotency key, and added again when the answer is
   * repeated.
   */
  readonly madeSecret?: MadeSecret;
  /** Further statuses with which the success schema is answered (503 for readiness), each with its description. */
  readonly alsoAnswers?: Readonly<Record<number, string>>;
  readonly refusals: readonly RefusalCode[];
  /** The change that the activity log records. A route that people may call and that is not a GET has to state it. */
  readonly changes?: Change | "nothing";
  /** Names what of the answer the activity log records; none of it is the text of an owner. */
  readonly notedFields?: (answer: Readonly<Record<string, unknown>>) => readonly string[];
  readonly uses: readonly Capability[];
  /** Says who suffers while this route fails; the alarm quotes it. */
  readonly impact: string;
}

/** A route by which people change something does not compile unless it states what the activity log records. */
type SaysWhatItChanges<Method, Auth extends Credentials> = Method extends "GET"
  ? object
  : "access-token" extends Auth[number]
    ? { readonly changes: Change | "nothing" }
    : object;

/** A route that accepts API keys does not compile unless the table of permissions has its operation (D47). */
type NamesItsPermission<Auth extends Credentials> = "api-key" extends Auth[number]
  ? { readonly operationId: KeyOperation }
  : object;

/** Returns its argument. It exists so that each route keeps the types of its schemas and credentials. */
export function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  const Auth extends Credentials,
  Method extends Route["method"],
>(
  definition: Route<Params, Query, Body, Answer, Auth> & { readonly method: Method } & SaysWhatItChanges<Method, Auth> &
    NamesItsPermission<Auth>,
): Route<Params, Query, Body, Answer, Auth> {
  return definition;
}

/** Returns the change that the activity log records, or undefined when there is none. */
export const loggedChange = ({ changes }: Pick<Route, "changes">): Change | undefined =>
  changes === "nothing" ? undefined : changes;

/** Tells whether a request is run once for its `Idempotency-Key` (D24). */
export const takesIdempotencyKey = ({ headers }: Pick<Route, "headers">): boolean =>
  headers !== undefined && IDEMPOTENCY_HEADER in headers;

/** Tells whether a request may name the revision of the record that it changes (D50). */
export const takesIfMatch = ({ headers }: Pick<Route, "headers">): boolean =>
  headers !== undefined && IF_MATCH_HEADER in headers;

/**
 * The limiter that a route's requests pass (D5): that of the public API (L-rate), or that of the pages that people use.
 */
export type Limit = "api" | "panel";

const LIMITS: readonly (readonly [prefix: string, limit: Limit])[] = [
  ["/api/v1/", "api"],
  ["/panel/api/", "panel"],
  ["/admin/api/", "panel"],
];

/** Returns the limiter of any path, with or without a route. A limiter's prefix is itself one of its paths. */
export const limitOf = (path: string): Limit | undefined =>
  LIMITS.find(([prefix]) => `${path}/`.startsWith(prefix))?.[1];
