import * as z from "zod";
import { openApiDocument } from "../shared/reference/contract/openapi.ts";
import { schemasUsedBy } from "../shared/reference/contract/schemas-used-by.ts";

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
    components: { ...document.components, schemas: schemasUsedBy(kept, document.components.schemas) },
  };
}
