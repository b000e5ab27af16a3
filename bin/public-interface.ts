import * as z from "zod";
import { openApiDocument } from "../shared/reference/contract/openapi.ts";

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.array(z.string()))),
});
const paths = z.record(z.string(), z.record(z.string(), operation));
const publicInterface = z.looseObject({
  paths,
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
export type PublicInterface = z.output<typeof publicInterface>;
export type PublicOperation = z.output<typeof operation>;

/**
 * Says whether a path is promised to callers. The addresses of the panel, the administration and the reference are not.
 */
const isPublic = (path: string): boolean => path.startsWith("/api/v1/") || path.startsWith("/health/");

/** Returns the OpenAPI document without the operations that only our own pages call, and without schemas that only those use. */
export function publicDocument(): PublicInterface {
  const document = publicInterface.parse(openApiDocument());
  const kept = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isPublic(path)));
  return {
    ...document,
    paths: kept,
    components: { ...document.components, schemas: schemasOf(kept, document.components.schemas) },
  };
}

/** Keeps the schemas that are referenced, directly or by another kept schema. `Error` is always among them. */
function schemasOf(from: unknown, schemas: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept = new Set<string>();
  const waiting: unknown[] = [from];
  while (waiting.length > 0) {
    const names = [...JSON.stringify(waiting.pop()).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
    for (const name of names) {
      if (name === undefined || kept.has(name)) continue;
      kept.add(name);
      waiting.push(schemas[name]);
    }
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => kept.has(name)));
}
