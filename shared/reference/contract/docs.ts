import * as z from "zod";
import { route } from "../../edge/contract/route.ts";

const common = {
  group: "docs",
  method: "GET",
  auth: [],
  refusals: [],
  uses: [],
  impact: "readers cannot open the API reference",
} as const;

export const getOpenApi = route({
  ...common,
  operationId: "getOpenApi",
  summary: "This interface as OpenAPI 3.1",
  path: "/openapi.json",
  success: { status: 200, schema: z.record(z.string(), z.unknown()) },
});

export const getDocs = route({
  ...common,
  operationId: "getDocs",
  summary: "The API reference page",
  path: "/docs",
  success: { status: 200, contentType: "text/html; charset=utf-8" },
});

export const DOCS_ASSETS = ["swagger-ui.css", "swagger-ui-bundle.js", "start.js"] as const;

export const getDocsAsset = route({
  ...common,
  operationId: "getDocsAsset",
  summary: "A file of the API reference page",
  path: "/docs/{asset}",
  params: z.strictObject({ asset: z.string() }),
  success: { status: 200, contentType: "text/plain" },
  refusals: ["not_found"],
});
