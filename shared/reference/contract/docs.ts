import * as z from "zod";
import { route } from "../../edge/contract/route.ts";
import type { ReferencePart } from "./sections.ts";

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

export const getInternalDocs = route({
  ...common,
  operationId: "getInternalDocs",
  summary: "The page of the internal operations",
  path: "/docs/internal",
  success: { status: 200, contentType: "text/html; charset=utf-8" },
});

/** The scripts of the pages. */
export const DOCS_ASSETS = ["viewer.js", "start.js"] as const;
/** The descriptions that the pages show, and the part of the interface that each one describes. */
export const DOCS_PARTS: ReadonlyMap<string, ReferencePart> = new Map([
  ["public.json", "public"],
  ["internal.json", "internal"],
]);

export const getDocsAsset = route({
  ...common,
  operationId: "getDocsAsset",
  summary: "A file of these pages",
  path: "/docs/{asset}",
  params: z.strictObject({ asset: z.string() }),
  success: { status: 200, contentType: "text/plain" },
  refusals: ["not_found"],
});
