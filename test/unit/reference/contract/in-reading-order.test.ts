import { describe, expect, it } from "vitest";
import { FIRST_FIELDS } from "../../../../shared/reference/contract/fields/field-order.ts";
import { inReadingOrder } from "../../../../shared/reference/contract/in-reading-order.ts";
import { openApiDocument } from "../../../../shared/reference/contract/openapi.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: object }>>;
}
interface Operation {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

const { paths, components } = openApiDocument() as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
const bodies = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .map(({ operationId, requestBody }) => [operationId, requestBody?.content?.["application/json"]?.schema] as const);
const schemas: Readonly<Record<string, Schema | undefined>> = { ...Object.fromEntries(bodies), ...components.schemas };

describe("inReadingOrder()", () => {
  const given = { type: "object", properties: { b: 1, id: 2, a: 3, subject: 4 }, required: ["b", "subject", "id"] };

  it("puts the named fields first and leaves the others in their order", () => {
    const { properties, required, ...rest } = inReadingOrder("EmailTemplate", given) as Schema;
    expect(Object.entries(properties ?? {})).toEqual([
      ["id", 2],
      ["subject", 4],
      ["b", 1],
      ["a", 3],
    ]);
    expect(required).toEqual(["id", "subject", "b"]);
    expect(rest).toEqual({ type: "object" });
  });

  it("changes no schema that it has no order for, and no reference", () => {
    const other = inReadingOrder("Other", given) as Schema;
    expect(other).toEqual(given);
    expect(Object.keys(other.properties ?? {})).toEqual(["b", "id", "a", "subject"]);
    expect(inReadingOrder("EmailTemplate", { $ref: "#/x" })).toEqual({ $ref: "#/x" });
  });

  it.each(Object.entries(FIRST_FIELDS))("shows the fields of %s as named", (name, first) => {
    expect(Object.keys(schemas[name]?.properties ?? {}).slice(0, first.length)).toEqual(first);
  });

  it("shows what a request needs before what it may leave out", () => {
    const late = Object.entries(FIRST_FIELDS).flatMap(([name, first]) => {
      const isRequest = name in Object.fromEntries(bodies) || name.endsWith("Request");
      const missing = (schemas[name]?.required ?? []).filter((field) => !first.includes(field));
      return isRequest ? missing.map((field) => `${name}.${field}`) : [];
    });
    expect(late).toEqual([]);
  });

  it("orders examples of answers too", () => {
    expect(JSON.stringify(paths["/api/v1/webhooks"])).toMatch(/"example":\{"id":"[^"]+","secret":"[^"]+","url":/);
  });
});
