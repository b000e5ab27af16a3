import { describe, expect, it } from "vitest";
import { openApiDocument } from "../../../../shared/reference/contract/openapi.ts";
import { referencePart } from "../../../../shared/reference/contract/reference-part.ts";
import { INTERNAL_GROUPS, type ReferencePart, SECTION_GROUPS } from "../../../../shared/reference/contract/sections.ts";

interface Document {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string }[];
  readonly "x-tagGroups": readonly { readonly name: string; readonly tags: readonly string[] }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

const whole = openApiDocument() as unknown as Document;
const partOf = (part: ReferencePart) => referencePart(part) as unknown as Document;
const parts = { public: partOf("public"), internal: partOf("internal") };
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
const isOurs = (operation: string) => /^\w+ \/(?:panel|admin|webhooks|u)\//.test(operation);

describe("referencePart()", () => {
  it("has every operation in exactly one part", () => {
    const both = [...operationsOf(parts.public), ...operationsOf(parts.internal)];
    expect(both.toSorted()).toEqual(operationsOf(whole).toSorted());
  });

  it("shows callers nothing of the panel and of administrators", () => {
    expect(operationsOf(parts.public).filter(isOurs)).toEqual([]);
    expect(operationsOf(parts.internal).filter((operation) => !isOurs(operation))).toEqual([]);
  });

  it.each(["public", "internal"] as const)("has only the sections and the schemas of the %s operations", (part) => {
    const { tags, "x-tagGroups": groups, paths, components } = parts[part];
    const shown = groups.flatMap((group) => group.tags);
    expect(tags.map(({ name }) => name).toSorted()).toEqual(shown.toSorted());
    const text = JSON.stringify([paths, components]);
    const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    expect(new Set(Object.keys(components.schemas))).toEqual(references);
  });

  it("divides the groups, each of which exists", () => {
    expect(parts.internal["x-tagGroups"].map(({ name }) => name)).toEqual(INTERNAL_GROUPS);
    const named = [...parts.public["x-tagGroups"], ...parts.internal["x-tagGroups"]].map(({ name }) => name);
    expect(named).toEqual(Object.keys(SECTION_GROUPS));
  });

  it("leads from each introduction to the other part", () => {
    expect(parts.public.info.description).toContain("(/docs/internal)");
    expect(parts.internal.info.description).toContain("(/docs)");
    expect(parts.internal.info.title).not.toBe(parts.public.info.title);
  });
});
