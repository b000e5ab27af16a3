import * as z from "zod";
import { idParams } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { type JsonObject, jsonProblem, valuesIn } from "../../kernel/json-data.ts";
import { DATA_LIMITS, jsonObject } from "./template-data.ts";

/** All sample values together have at most this many characters, which is far below the limit of an item. */
const MOST_CHARACTERS = 20_000;

/** Counts the characters of all names and values, without those that JSON puts around them. */
function lengthOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return String(value).length;
  const names = Array.isArray(value) ? "" : Object.keys(value).join("");
  return valuesIn(value).reduce<number>((sum, inner) => sum + lengthOf(inner), names.length);
}

/** The levels are limited first, because counting goes down through them. */
function problemOf(samples: JsonObject): string | undefined {
  const problem = jsonProblem(samples, DATA_LIMITS);
  if (problem === "too large") return "samples are too large";
  if (problem === "no number") return "samples have a number that is too large";
  if (lengthOf(samples) <= MOST_CHARACTERS) return undefined;
  return `samples must have at most ${MOST_CHARACTERS} characters together`;
}

const samples = jsonObject("samples").superRefine((map, context) => {
  const problem = problemOf(map);
  if (problem !== undefined) context.addIssue(problem);
});

const samplesView = z.strictObject({ samples: jsonObject("samples") }).meta({ id: "TemplateSamples" });

const common = {
  group: "email-templates",
  path: "/panel/api/templates/{id}/samples",
  auth: ["access-token"],
  params: idParams,
} as const;

export const getTemplateSamples = route({
  ...common,
  operationId: "getTemplateSamples",
  summary: "Read a template's sample values",
  method: "GET",
  success: { status: 200, schema: samplesView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read"],
  impact: "the panel's editor has no sample values",
});

export const keepTemplateSamples = route({
  ...common,
  operationId: "keepTemplateSamples",
  summary: "Keep a template's sample values",
  method: "PUT",
  body: z.strictObject({ samples }),
  success: { status: 200, schema: samplesView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read", "config:write"],
  // Sample values are never sent.
  changes: "nothing",
  impact: "the panel's editor forgets sample values",
});
