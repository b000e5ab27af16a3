import * as z from "zod";
import type { RefusalCode } from "../../kernel/refusal.ts";
import { routes } from "../../routes.ts";
import { COMPONENTS } from "./openapi-components.ts";
import { STATUS_OF } from "./refusal-status.ts";
import type { Route } from "./route.ts";
import { limitOf } from "./route.ts";

type Json = Record<string, unknown>;

/** The refusals, for readers. */
const DESCRIPTION_OF: Readonly<Record<RefusalCode, string>> = {
  invalid_request: "The request is not valid: the message names the field and the rule.",
  malformed_json: "The body is no JSON.",
  unauthorized: "The credential is missing or cannot be validated.",
  insufficient_scope: "The access token lacks the required scope.",
  role_required: "The access token lacks the administrator role.",
  origin_not_allowed: "The caller's origin is not allowed by the sending account.",
  past_edge: "The request has not come through the edge.",
  not_found: "There is no such resource, or it belongs to somebody else.",
  method_not_allowed: "The path knows other methods: see Allow.",
  idempotency_key_reused: "The Idempotency-Key was used with another request.",
  request_in_flight: "A request with this Idempotency-Key is in flight: see Retry-After.",
  rate_limited: "Too many requests: wait for Retry-After.",
  test_send_failed: "The provider refused the mail, or nobody answered; detail holds the cause.",
  event_refused: "The message is not from the configured topic, or not signed by the topic service.",
  window_closed: "The customer has not written within the last 24 hours, and there is no usable fallback template.",
  conversation_held: "The conversation is owned by another tenant while its service window is open.",
  provider_unavailable: "The chat provider cannot be reached: nothing was changed.",
  provider_number_taken: "The provider's number belongs to another chat account.",
  media_not_ready: "The file is being copied: see Retry-After.",
  limit_reached: "As many, or as much, as one owner may have.",
  notification_not_pending: "The notification is being sent, or has ended: the message names its status.",
  notification_not_scheduled: "The notification was given no send_at.",
  notification_not_ended: "The notification may still be sent: only what has ended can be sent again.",
  content_not_kept: "The content of the notification is not stored any more.",
  batch_refused: "A notification of the batch is not valid, so none was created: results names each.",
};

const jsonSchema = z.looseObject({ $defs: z.record(z.string(), z.unknown()).optional(), id: z.string().optional() });

/** Schemas that carry an id become components; everything else stands where it is used. */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const text = JSON.stringify(z.toJSONSchema(schema, { target: "draft-2020-12", io, unrepresentable: "any" }));
  const {
    $schema: _dialect,
    $defs = {},
    id,
    ...rest
  } = jsonSchema.parse(JSON.parse(text.replaceAll("#/$defs/", "#/components/schemas/")));
  for (const [name, definition] of Object.entries($defs)) components[name] = withoutId(definition);
  if (id === undefined) return rest;
  components[id] = rest;
  return { $ref: `#/components/schemas/${id}` };
}

const withoutId = (definition: unknown): Json => {
  const { id: _id, ...rest } = jsonSchema.parse(definition);
  return rest;
};

const ERROR_ANSWER = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };

/** Every route that reads JSON may be sent something else. */
const refusalsOf = ({ body, refusals }: Route): readonly RefusalCode[] =>
  body === undefined || refusals.includes("malformed_json") ? refusals : ["malformed_json", ...refusals];

/** Several refusals may share a status. */
function refusalResponses(route: Route): Json {
  const responses: Record<string, { description: string; content: Json }> = {};
  for (const code of refusalsOf(route)) {
    const status = String(STATUS_OF[code]);
    const description = DESCRIPTION_OF[code];
    const known = responses[status];
    responses[status] = {
      description: known ? `${known.description} ${description}` : description,
      content: ERROR_ANSWER,
    };
  }
  return responses;
}

function successResponse(route: Route, description: string, components: Json): Json {
  const { schema, contentType } = route.success;
  if (schema)
    return { description, content: { "application/json": { schema: schemaOf(schema, "output", components) } } };
  return contentType
    ? { description, content: { [contentType.split(";")[0] ?? contentType]: { schema: { type: "string" } } } }
    : { description };
}

function responsesOf(route: Route, components: Json): Json {
  const also = Object.fromEntries(
    (route.alsoAnswers ?? []).map((status) => [String(status), successResponse(route, "Not ready.", components)]),
  );
  const limited = limitOf(route.path) && { "429": { $ref: "#/components/responses/TooManyRequests" } };
  return {
    [String(route.success.status)]: successResponse(route, "Success.", components),
    ...also,
    ...refusalResponses(route),
    ...limited,
  };
}

function parametersOf(route: Route): Json[] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const isUuid = (name: string | undefined) => (name === "asset" ? {} : { format: "uuid" });
  const paths = names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", ...isUuid(name) },
  }));
  const headers = Object.entries(route.headers ?? {}).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string", minLength: 1, maxLength: 255 },
  }));
  return [...paths, ...queryParametersOf(route), ...headers];
}

/** Every query schema is an object of scalars. */
function queryParametersOf({ query }: Route): Json[] {
  const { properties = {} } = querySchema.parse(
    query ? z.toJSONSchema(query, { io: "input", unrepresentable: "any" }) : {},
  );
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", required: false, schema }));
}

const querySchema = z.object({ properties: z.record(z.string(), z.record(z.string(), z.unknown())).optional() });

const SECURITY = { "access-token": { accessToken: [] }, "api-key": { apiKey: [] } } as const;

function operationOf(route: Route, components: Json): Json {
  const parameters = parametersOf(route);
  const body = route.body && {
    requestBody: {
      required: route.isBodyOptional !== true,
      content: { "application/json": { schema: schemaOf(route.body, "input", components) } },
    },
  };
  const form = route.form && { requestBody: { required: true, content: route.form } };
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.group],
    security: route.auth.map((credential) => SECURITY[credential]),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...body,
    ...form,
    responses: responsesOf(route, components),
  };
}

/** The whole HTTP interface as OpenAPI 3.1, derived from the routes. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, schemas) };
  const tags = [...new Set(routes.map((route) => route.group))].map((name) => ({
    name,
    description: `Routes of the group ${name}.`,
  }));
  return {
    openapi: "3.1.1",
    info: {
      title: "Herald",
      version: "1",
      description: "Notification delivery: accepted once, delivered once, explained always.",
    },
    servers: [{ url: "/" }],
    tags,
    paths,
    components: { ...COMPONENTS, schemas: { ...COMPONENTS.schemas, ...schemas } },
  };
}
