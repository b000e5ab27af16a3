import * as z from "zod";
import { IDEMPOTENCY_HEADER } from "../../edge/contract/idempotent.ts";
import { STATUS_OF } from "../../edge/contract/refusal-status.ts";
import { type Capability, type Credential, limitOf, type Route } from "../../edge/contract/route.ts";
import { permissionOf } from "../../kernel/key-permissions.ts";
import type { RefusalCode } from "../../kernel/refusal.ts";
import { COMPONENTS } from "./components.ts";
import { guideOf } from "./operations/guides.ts";
import type { OperationGuide } from "./operations/operation-guide.ts";
import { DESCRIPTION_OF, MESSAGE_OF } from "./refusal-texts.ts";

export type Json = Record<string, unknown>;

const jsonSchema = z.looseObject({ $defs: z.record(z.string(), z.unknown()).optional(), id: z.string().optional() });

/** Writes a schema. One with an id becomes a component of the document; any other is written where it is used. */
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

const ERROR = { $ref: "#/components/schemas/Error" };

/** The capabilities that write records. Somebody else may write the same record at the same time. */
const RECORD_WRITES: ReadonlySet<Capability> = new Set([
  "config:write",
  "api-keys:write",
  "webhooks:write",
  "chat:write",
]);

/** A route that takes one kind of credential has a code for the other kind (D54). */
const OTHER_KIND: Readonly<Record<Credential, RefusalCode>> = {
  "access-token": "access_token_required",
  "api-key": "api_key_required",
};

const otherKindOf = ([only, ...others]: Route["auth"]): readonly RefusalCode[] =>
  only === undefined || others.length > 0 ? [] : [OTHER_KIND[only]];

/**
 * Every route that reads JSON may get another content type, every route with API keys a key without its permission, and
 * every route that writes a record may lose to another writer.
 */
const refusalsOf = ({ method, auth, body, uses, refusals }: Route): readonly RefusalCode[] => [
  ...new Set<RefusalCode>([
    ...(body === undefined ? [] : (["malformed_json"] as const)),
    ...otherKindOf(auth),
    ...(auth.includes("api-key") ? (["insufficient_permission"] as const) : []),
    ...refusals,
    ...(method !== "GET" && uses.some((one) => RECORD_WRITES.has(one)) ? (["write_conflict"] as const) : []),
  ]),
];

const TAG_HEADERS = {
  headers: {
    ETag: {
      description:
        "The present version of the record. Send it as If-Match to change the record only if nobody else has.",
      schema: { type: "string" },
    },
  },
};

/** Describes a route's refusals by status. Several refusals may have the same status. */
function refusalResponses(route: Route): Json {
  const byStatus = Map.groupBy(refusalsOf(route), (code) => String(STATUS_OF[code]));
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const examples = Object.fromEntries(codes.map((code) => [code, { value: { error: MESSAGE_OF[code], code } }]));
      const description = codes.map((code) => DESCRIPTION_OF[code]).join(" ");
      const headers = codes.includes("version_conflict") ? TAG_HEADERS : {};
      return [status, { description, ...headers, content: { "application/json": { schema: ERROR, examples } } }];
    }),
  );
}

function successResponse(route: Route, description: string, components: Json): Json {
  const { schema, contentType, hasTag } = route.success;
  if (schema)
    return {
      description,
      ...(hasTag && TAG_HEADERS),
      content: { "application/json": { schema: schemaOf(schema, "output", components) } },
    };
  return contentType
    ? { description, content: { [contentType.split(";")[0] ?? contentType]: { schema: { type: "string" } } } }
    : { description };
}

const content = z.looseObject({ description: z.string(), content: z.looseObject({}) });

/** Joins the answer of the rate limit and that of a daily limit, where a route may give both. */
function tooMany(refused: unknown): Json {
  if (refused === undefined) return { $ref: "#/components/responses/TooManyRequests" };
  const { TooManyRequests: limited } = COMPONENTS.responses;
  const daily = content.parse(refused);
  return {
    description: `${limited.description} ${daily.description}`,
    headers: { ...limited.headers, "Retry-After": { schema: { type: "integer" } } },
    content: { ...limited.content, ...daily.content },
  };
}

function responsesOf(route: Route, components: Json): Json {
  const also = Object.fromEntries(
    Object.entries(route.alsoAnswers ?? {}).map(([status, description]) => [
      status,
      successResponse(route, description, components),
    ]),
  );
  const { whenThere } = route.success;
  const there = whenThere && { [String(whenThere)]: successResponse(route, "It stood there before.", components) };
  const refused = refusalResponses(route);
  return {
    [String(route.success.status)]: successResponse(route, "Success.", components),
    ...there,
    ...also,
    ...refused,
    ...(limitOf(route.path) && { "429": tooMany(refused["429"]) }),
  };
}

const UUIDS = ["id", "messageID"];

function parametersOf(route: Route): Json[] {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  const paths = names.map((name) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", ...(name !== undefined && UUIDS.includes(name) && { format: "uuid" }) },
  }));
  const headers = Object.entries(route.headers ?? {}).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string", minLength: 1, ...(name === IDEMPOTENCY_HEADER && { maxLength: 255 }) },
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

/** For an API key, the requirement names the permission that the key needs (D47). */
const securityOf = (operationId: string): Readonly<Record<Credential, Json>> => ({
  "access-token": { accessToken: [] },
  "api-key": { apiKey: [permissionOf(operationId)].filter((one) => one !== undefined && one !== "none") },
});

/** Lists the examples of a body by their names. */
const examplesOf = ({ bodies }: OperationGuide) =>
  bodies && { examples: Object.fromEntries(Object.entries(bodies).map(([name, value]) => [name, { value }])) };

/** Joins an operation's route and guide. `components` receives the schemas that it names. */
export function operationOf(route: Route, components: Json): Json {
  const guide = guideOf(route.operationId);
  const parameters = parametersOf(route);
  const body = route.body && {
    requestBody: {
      required: route.isBodyOptional !== true,
      content: { "application/json": { schema: schemaOf(route.body, "input", components), ...examplesOf(guide) } },
    },
  };
  const form = route.form && { requestBody: { required: true, content: route.form } };
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: guide.description,
    tags: [guide.section],
    security: route.auth.map((credential) => securityOf(route.operationId)[credential]),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...body,
    ...form,
    responses: responsesOf(route, components),
  };
}
