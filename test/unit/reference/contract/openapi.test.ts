import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { Route } from "../../../../shared/edge/contract/route.ts";
import { ALL_TOOLS, USUAL_TOOLS } from "../../../../shared/mcp/contract/tools.ts";
import { FIELDS } from "../../../../shared/reference/contract/fields/fields.ts";
import { SCHEMA_NOTES } from "../../../../shared/reference/contract/fields/schema-notes.ts";
import { openApiDocument } from "../../../../shared/reference/contract/openapi.ts";
import { GUIDES } from "../../../../shared/reference/contract/operations/guides.ts";
import { SECTION_GROUPS, SECTIONS } from "../../../../shared/reference/contract/sections.ts";
import { routes } from "../../../../shared/routes.ts";

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
type Content = Readonly<
  Record<
    string,
    { readonly schema: Schema; readonly example?: unknown; readonly examples?: Record<string, { value: unknown }> }
  >
>;
interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly schema: Schema;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}

const document = openApiDocument() as unknown as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
const operationOf = ({ path, method }: Route) => document.paths[path]?.[method.toLowerCase()] as Operation;

/** The parameters of an operation that no other operation shares. */
const ownParameters = ({ parameters = [] }: Operation): readonly Parameter[] =>
  parameters.flatMap((one) => ("$ref" in one ? [] : [one]));

/** Returns every field below a schema, by its path, with the schemas inside it. */
function fieldsIn(where: string, { properties = {}, items, anyOf = [], oneOf = [] }: Schema): [string, Schema][] {
  const own = Object.entries(properties).flatMap(([name, field]): [string, Schema][] => [
    [`${where}.${name}`, field],
    ...fieldsIn(`${where}.${name}`, field),
  ]);
  const inner = [...(items ? [items] : []), ...anyOf, ...oneOf].flatMap((one) => fieldsIn(where, one));
  return [...own, ...inner];
}

const allFields = [
  ...Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsIn(name, schema)),
  ...operations.flatMap((operation) => [
    ...ownParameters(operation).map(({ name, description, schema }): [string, Schema] => [
      `${operation.operationId}.${name}`,
      { ...schema, description: description ?? "" },
    ]),
    ...[operation.requestBody, ...Object.values(operation.responses)].flatMap((one) =>
      Object.values(one?.content ?? {}).flatMap(({ schema }) => fieldsIn(operation.operationId, schema)),
    ),
  ]),
];

describe("openApiDocument()", () => {
  it("describes every field", () => {
    expect(allFields.filter(([, { description = "" }]) => description === "").map(([path]) => path)).toEqual([]);
  });

  it("writes no description of a field that Markdown would change", () => {
    const bare = ({ description = "" }: Schema) => description.replaceAll(/`[^`]*`/g, "");
    expect(allFields.filter(([, field]) => /[*<]/.test(bare(field))).map(([path]) => path)).toEqual([]);
  });

  it("shows an example of every field that has no schema of its own", () => {
    // A viewer sends the examples of parameters. The service would refuse an invented cursor or ETag, and a key that
    // everybody shares would stand for another request.
    const isOnesOwn = (path: string) => /\.(?:file|cursor|Idempotency-Key|If-Match)$/.test(path);
    const without = allFields.filter(
      ([path, field]) => field.$ref === undefined && field.examples === undefined && !isOnesOwn(path),
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it("lets a client send Herald-Mode where an access token chooses the mode, and nowhere else (D48b)", () => {
    const { name, schema, description } = document.components.parameters.HeraldMode as Parameter;
    expect([name, schema.enum, description]).toEqual(["Herald-Mode", ["live", "test"], expect.stringMatching(/\.$/)]);
    const shared = { $ref: "#/components/parameters/HeraldMode" };
    const having = routes.filter((route) => operationOf(route).parameters?.some((one) => "$ref" in one));
    for (const { parameters = [] } of having.map(operationOf)) expect(parameters).toContainEqual(shared);
    const isChoosing = ({ path, auth }: Route) =>
      auth.includes("access-token") &&
      /^\/(?:api\/v1|panel\/api)\//.test(path) &&
      !/^\/panel\/api\/(?:sandbox|api-keys|me)(?:\/|$)/.test(path);
    expect(having).toEqual(routes.filter(isChoosing));
  });

  it("describes no field that does not exist", () => {
    const known = new Set(
      allFields.flatMap(([path]) => {
        const [name = "", where = ""] = path.split(".").reverse();
        return [name, `${where}.${name}`];
      }),
    );
    expect(Object.keys(FIELDS).filter((name) => !known.has(name))).toEqual([]);
  });

  it("describes no schema that does not exist", () => {
    const known = Object.keys(document.components.schemas);
    expect(Object.keys(SCHEMA_NOTES).filter((name) => !known.includes(name))).toEqual([]);
  });

  it("is the only one to describe fields: no contract does", () => {
    const ofRoutes = routes.flatMap((route) => [
      [`${route.operationId}, request`, route.body, "input"] as const,
      [`${route.operationId}, query`, route.query, "input"] as const,
      [`${route.operationId}, answer`, route.success.schema, "output"] as const,
    ]);
    const ofTools = [...USUAL_TOOLS, ...ALL_TOOLS].flatMap((tool) => [
      [`${tool.name}, call`, tool.input, "input"] as const,
      [`${tool.name}, result`, tool.output, "output"] as const,
    ]);
    const describing = [...ofRoutes, ...ofTools].filter(([, schema, io]) => {
      const text = schema && JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: "any" }));
      return text !== undefined && /"description":"/.test(text);
    });
    expect(ofTools).toHaveLength(28);
    expect(describing.map(([where]) => where)).toEqual([]);
  });

  it("states the default page size of every list", () => {
    const wrong = routes.flatMap(({ operationId, query }) => {
      const usual = query?.safeParse({}).data as { limit?: number } | undefined;
      const { description = "", schema } =
        operations
          .filter((one) => one.operationId === operationId)
          .flatMap(ownParameters)
          .find(({ name }) => name === "limit") ?? {};
      const { maximum } = (schema ?? {}) as { maximum?: number };
      const isRight = usual?.limit === undefined || description === `1 to ${maximum}; ${usual.limit} when left out.`;
      return isRight ? [] : [`${operationId}: ${description}`];
    });
    expect(wrong).toEqual([]);
  });

  it("describes no operation that does not exist", () => {
    const known = new Set(routes.map(({ operationId }) => operationId));
    expect(Object.keys(GUIDES).filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(routes.map((route) => [route.operationId, route] as const))(
    "describes %s beside its summary",
    (_id, route) => {
      const { description, summary, tags } = operationOf(route);
      expect(description.length).toBeGreaterThan(8);
      expect(description).not.toBe(summary);
      expect(Object.keys(SECTIONS)).toContain(tags[0]);
    },
  );

  it("has every section in one group", () => {
    expect(Object.values(SECTION_GROUPS).flat().toSorted()).toEqual(Object.keys(SECTIONS).toSorted());
    expect(new Set(operations.map(({ tags }) => tags[0]))).toEqual(new Set(Object.keys(SECTIONS)));
  });

  it("keeps what is not for callers in sections of its own", () => {
    const isOurs = (path: string) => /^\/(?:panel|admin|webhooks)\//.test(path);
    const sectionsOf = (ours: boolean) =>
      new Set(routes.filter(({ path }) => isOurs(path) === ours).map((route) => operationOf(route).tags[0]));
    expect([...sectionsOf(true)].filter((section) => sectionsOf(false).has(section))).toEqual([]);
  });

  it.each(routes.filter(({ body }) => body).map((route) => [route.operationId, route] as const))(
    "shows bodies that %s takes",
    (_id, route) => {
      const { examples = {} } = operationOf(route).requestBody?.content["application/json"] ?? {};
      expect(Object.keys(examples).length).toBeGreaterThan(0);
      for (const { value } of Object.values(examples)) expect(route.body?.safeParse(value).error).toBeUndefined();
    },
  );

  it.each(routes.filter(({ success }) => success.schema).map((route) => [route.operationId, route] as const))(
    "shows an answer that %s may give",
    (_id, route) => {
      const { success } = route;
      const answer = operationOf(route).responses[success.status]?.content?.["application/json"]?.example;
      expect(answer).toBeDefined();
      expect(success.schema?.safeParse(answer).error).toBeUndefined();
    },
  );
});
