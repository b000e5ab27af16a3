import * as z from "zod";
import { choosesMode } from "../../edge/contract/mode-header.ts";
import type { Route } from "../../edge/contract/route.ts";
import { routes } from "../../routes.ts";
import { COMPONENTS } from "./components.ts";
import { describedBy, exampleOf, withWholeExamples } from "./describe-fields.ts";
import { FIELDS } from "./fields/fields.ts";
import { SCHEMA_NOTES } from "./fields/schema-notes.ts";
import { inReadingOrder } from "./in-reading-order.ts";
import { INTRODUCTION } from "./introduction.ts";
import { type Json, operationOf } from "./operation-document.ts";
import { clientSamples } from "./operations/client-sample.ts";
import { guideOf } from "./operations/guides.ts";
import { SECTION_GROUPS, SECTIONS } from "./sections.ts";

const { describedField, describedSchema } = describedBy(FIELDS);

const content = z.record(z.string(), z.looseObject({ schema: z.unknown() }));
const parameter = z.looseObject({ name: z.string(), description: z.string().optional(), schema: z.unknown() });
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(parameter).optional(),
  requestBody: z.looseObject({ content }).optional(),
  responses: z.record(z.string(), z.looseObject({ content: content.optional() })),
});
type Operation = z.output<typeof operation>;

/** Describes the whole HTTP interface as OpenAPI 3.1, from the routes and the reference's texts. */
export function openApiDocument(): Json {
  const schemas: Json = {};
  const operations = routes.map((route) => ({ route, operation: operation.parse(operationOf(route, schemas)) }));
  const all: Json = { ...COMPONENTS.schemas, ...schemas };
  const noted = Object.fromEntries(Object.entries(all).map(([name, one]) => [name, describedComponent(name, one)]));
  const described = Object.fromEntries(
    Object.entries(noted).map(([name, one]) => [name, withWholeExamples(one, noted)]),
  );
  const paths: Record<string, Json> = {};
  for (const { route, operation: one } of operations)
    paths[route.path] = {
      ...paths[route.path],
      [route.method.toLowerCase()]: withMode(route, sampledOperation(route, describedOperation(one, described))),
    };
  return {
    openapi: "3.1.1",
    info: {
      title: "Herald",
      version: "1",
      description: INTRODUCTION,
    },
    servers: [{ url: "/" }],
    tags: Object.entries(SECTIONS).map(([name, description]) => ({ name, description })),
    "x-tagGroups": Object.entries(SECTION_GROUPS).map(([name, tags]) => ({ name, tags })),
    paths,
    components: { ...COMPONENTS, schemas: described },
  };
}

function describedComponent(name: string, given: unknown): Json {
  const description = SCHEMA_NOTES[name];
  return { ...describedSchema(name, inReadingOrder(name, given)), ...(description && { description }) };
}

function describedOperation(one: Operation, components: Json): Json {
  const { operationId, parameters, requestBody, responses, ...rest } = one;
  return {
    operationId,
    ...rest,
    ...(parameters && { parameters: parameters.map((each) => describedParameter(operationId, each)) }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: describedContent(operationId, requestBody.content, components) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        answer.content ? { ...answer, content: describedAnswer(operationId, answer.content, components) } : answer,
      ]),
    ),
  };
}

const described = z.looseObject({ parameters: z.array(parameter).optional() });

/** Adds the samples with the client, which are made of the operation's examples. */
function sampledOperation({ operationId, auth }: Route, given: Json): Json {
  const { parameters = [] } = described.parse(given);
  const samples = clientSamples({
    operationId,
    auth,
    bodies: guideOf(operationId).bodies,
    parameters: Object.fromEntries(parameters.map(({ name, schema }) => [name, exampleOf(schema, {})])),
  });
  return samples.length === 0 ? given : { ...given, "x-scalar-examples": samples };
}

/** Adds the header that chooses the mode, which all operations share. */
function withMode({ path, auth }: Route, given: Json): Json {
  if (!auth.includes("access-token") || !choosesMode(path)) return given;
  const { parameters = [] } = described.parse(given);
  return { ...given, parameters: [...parameters, { $ref: "#/components/parameters/HeraldMode" }] };
}

function describedParameter(operationId: string, one: z.output<typeof parameter>): Json {
  const { description, ...schema } = describedField(operationId, one.name, one.schema);
  return { ...one, description: one.description ?? description, schema };
}

const describedContent = (operationId: string, given: z.output<typeof content>, components: Json): Json =>
  Object.fromEntries(
    Object.entries(given).map(([type, one]) => [
      type,
      {
        ...one,
        schema: withWholeExamples(describedSchema(operationId, inReadingOrder(operationId, one.schema)), components),
      },
    ]),
  );

const describedAnswer = (operationId: string, given: z.output<typeof content>, components: Json): Json =>
  Object.fromEntries(
    Object.entries(describedContent(operationId, given, components)).map(([type, one]) => {
      const answer = z.looseObject({ schema: z.unknown() }).parse(one);
      const isJson = type === "application/json" && answer.examples === undefined;
      return [type, isJson ? { ...answer, example: exampleAnswer(operationId, answer.schema, components) } : answer];
    }),
  );

function exampleAnswer(operationId: string, schema: unknown, components: Json): unknown {
  const usual = exampleOf(schema, components);
  const { answer } = guideOf(operationId);
  return answer === undefined ? usual : { ...z.record(z.string(), z.unknown()).parse(usual), ...answer };
}
