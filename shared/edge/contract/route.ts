import type * as z from "zod";
import type { Change } from "../../kernel/activity.ts";
import type { RefusalCode } from "../../kernel/refusal.ts";
import { IDEMPOTENCY_HEADER } from "./idempotent.ts";

/** The resources that a function may touch; `lib/cloud/capabilities.ts` turns each into its grant, and nothing else is granted. */
export type Capability =
  | "config:read"
  | "config:write"
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
  | "dead-letters:write"
  | "events:read"
  | "events:append"
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
  | "chat-event-queue:send"
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

/** One Lambda function each, and its file in `functions/http`. */
export type RouteGroup =
  | "system"
  | "docs"
  | "sending-accounts"
  | "sending-account-test"
  | "email-templates"
  | "chat-templates"
  | "admin"
  | "chat-events"
  | "notifications"
  | "conversation-media"
  | "media-upload"
  | "conversations"
  | "panel-conversations"
  | "events"
  | "webhooks"
  | "webhook-test"
  | "panel";

export type Credential = "access-token" | "api-key";

/** Any one of them lets a request in; none: the route is open to everybody. */
export type Credentials = readonly Credential[];

/** A secret that a route makes and shows in one answer. */
export interface MadeSecret {
  /** Of the answer. */
  readonly field: string;
  /** The secret's text from its random bytes. */
  readonly textOf: (entropy: Uint8Array) => string;
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
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/${string}`;
  readonly auth: Auth;
  /** The access token must hold the deployment's administrator role beside the scope (D11). */
  readonly role?: "administrator";
  readonly params?: Params;
  readonly query?: Query;
  /** Absent: the route takes no body. */
  readonly body?: Body;
  /** A body that is no JSON: its content by media type, as OpenAPI describes it. */
  readonly form?: Readonly<Record<string, unknown>>;
  /** The body may be left out; an empty object is read instead. */
  readonly isBodyOptional?: true;
  readonly headers?: Readonly<Record<string, string>>;
  /** `schema` absent: an answer without a body, or one that is not JSON. */
  readonly success: { readonly status: 200 | 201 | 202 | 204; readonly schema?: Answer; readonly contentType?: string };
  /** It is left out of the answer that is kept for an idempotency key, and comes back in a repeat of it. */
  readonly madeSecret?: MadeSecret;
  /** Further statuses that answer with the success schema (readiness: 503). */
  readonly alsoAnswers?: readonly number[];
  readonly refusals: readonly RefusalCode[];
  /** The change that a log of activity keeps. A route that people may call and that is no GET has to say it. */
  readonly changes?: Change | "nothing";
  readonly uses: readonly Capability[];
  /** The people who are hurt while this route fails; it goes into the alarm. */
  readonly impact: string;
}

/** No route by which people change something is left out of the log of activity by mistake: without a word it does not compile. */
type SaysWhatItChanges<Method, Auth extends Credentials> = Method extends "GET"
  ? object
  : "access-token" extends Auth[number]
    ? { readonly changes: Change | "nothing" }
    : object;

/** Identity: it exists so that each route keeps the types of its schemas and credentials. */
export function route<
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answer extends z.ZodType,
  const Auth extends Credentials,
  Method extends Route["method"],
>(
  definition: Route<Params, Query, Body, Answer, Auth> & { readonly method: Method } & SaysWhatItChanges<Method, Auth>,
): Route<Params, Query, Body, Answer, Auth> {
  return definition;
}

/** The change that the log keeps; undefined where there is none. */
export const loggedChange = ({ changes }: Pick<Route, "changes">): Change | undefined =>
  changes === "nothing" ? undefined : changes;

/** Whether a request is carried out once under its `Idempotency-Key` (D24). */
export const takesIdempotencyKey = ({ headers }: Pick<Route, "headers">): boolean =>
  headers !== undefined && IDEMPOTENCY_HEADER in headers;

/** Which limiter stands before a route (D5): the public API's (L-rate), or the one of the pages that people use. */
export type Limit = "api" | "panel";

const LIMITS: readonly (readonly [prefix: string, limit: Limit])[] = [
  ["/api/v1/", "api"],
  ["/panel/api/", "panel"],
  ["/admin/api/", "panel"],
];

/** Of any path, whether there is a route or not; the prefix itself is such a path too. */
export const limitOf = (path: string): Limit | undefined =>
  LIMITS.find(([prefix]) => `${path}/`.startsWith(prefix))?.[1];
