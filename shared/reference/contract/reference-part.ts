import * as z from "zod";
import { INTERNAL_INTRODUCTION, INTRODUCTION, WHERE_THE_REST_IS } from "./introduction.ts";
import { openApiDocument } from "./openapi.ts";
import type { Json } from "./operation-document.ts";
import { schemasUsedBy } from "./schemas-used-by.ts";
import { INTERNAL_GROUPS, type ReferencePart } from "./sections.ts";

const operations = z.record(z.string(), z.looseObject({ tags: z.array(z.string()) }));
const whole = z.looseObject({
  info: z.looseObject({}),
  tags: z.array(z.looseObject({ name: z.string() })),
  "x-tagGroups": z.array(z.looseObject({ name: z.string(), tags: z.array(z.string()) })),
  paths: z.record(z.string(), operations),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

const INFO: Readonly<Record<ReferencePart, Json>> = {
  public: { title: "Herald", description: `${INTRODUCTION}${WHERE_THE_REST_IS}` },
  internal: { title: "Herald: internal operations", description: INTERNAL_INTRODUCTION },
};

/** Returns one part of the OpenAPI document, with its own introduction and only the schemas that it refers to. */
export function referencePart(part: ReferencePart): Json {
  const document = whole.parse(openApiDocument());
  const groups = document["x-tagGroups"].filter(({ name }) => INTERNAL_GROUPS.includes(name) === (part === "internal"));
  const sections = new Set(groups.flatMap(({ tags }) => tags));
  const paths = pathsIn(sections, document.paths);
  return {
    ...document,
    info: { ...document.info, ...INFO[part] },
    tags: document.tags.filter(({ name }) => sections.has(name)),
    "x-tagGroups": groups,
    paths,
    components: { ...document.components, schemas: schemasUsedBy(paths, document.components.schemas) },
  };
}

type Paths = z.output<typeof whole>["paths"];

function pathsIn(sections: ReadonlySet<string>, all: Paths): Paths {
  const paths: Paths = {};
  for (const [path, methods] of Object.entries(all)) {
    const shown = Object.entries(methods).filter(([, { tags }]) => tags.some((tag) => sections.has(tag)));
    if (shown.length > 0) paths[path] = Object.fromEntries(shown);
  }
  return paths;
}
