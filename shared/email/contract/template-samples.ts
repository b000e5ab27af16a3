import * as z from "zod";
import { idParams, stringMap } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { type TextMap, textMap } from "../../kernel/text-map.ts";

const MOST_SAMPLES = 200;
/** All sample values together have at most this many characters, which is far below the limit of an item. */
const MOST_CHARACTERS = 20_000;

const lengthOf = (map: TextMap): number =>
  Object.entries(map).reduce((sum, [name, value]) => sum + name.length + value.length, 0);

const samples = stringMap("samples")
  .refine((map) => Object.keys(map).length <= MOST_SAMPLES, {
    error: `samples must have at most ${MOST_SAMPLES} values`,
  })
  .refine((map) => lengthOf(map) <= MOST_CHARACTERS, {
    error: `samples must have at most ${MOST_CHARACTERS} characters together`,
  });

const samplesView = z.strictObject({ samples: textMap() }).meta({ id: "TemplateSamples" });

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
