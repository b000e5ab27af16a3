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
  summary: "This document",
  path: "/openapi.json",
  success: { status: 200, schema: z.record(z.string(), z.unknown()) },
});

export const getDocs = route({
  ...common,
  operationId: "getDocs",
  summary: "This page",
  path: "/docs",
  success: { status: 200, contentType: "text/html; charset=utf-8" },
});

export const DOCS_ASSETS = ["viewer.js", "start.js"] as const;

export const getDocsAsset = route({
  ...common,
  operationId: "getDocsAsset",
  summary: "A file of this page",
  path: "/docs/{asset}",
  params: z.strictObject({ asset: z.string() }),
  success: { status: 200, contentType: "text/plain" },
  refusals: ["not_found"],
});
