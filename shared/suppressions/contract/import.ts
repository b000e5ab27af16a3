import * as z from "zod";
import { listOf } from "../../edge/contract/fields.ts";
import { parseShape } from "../../edge/contract/refusal-message.ts";
import { route } from "../../edge/contract/route.ts";
import { objectIn } from "../../kernel/json-object.ts";
import { IMPORT_OUTCOMES } from "../domain/import.ts";
import { createSuppression, suppressionRequest } from "./suppressions.ts";

/** One request takes at most this many lines. With the longest addresses they are a quarter of the largest body. */
export const MOST_AT_ONCE = 500;
const size = `suppressions must have 1 to ${MOST_AT_ONCE} items`;

/** Each line is checked by itself, like the body of a single request, so this schema says nothing of its fields. */
const importRequest = z.strictObject({
  suppressions: listOf("suppressions", z.unknown(), {
    most: MOST_AT_ONCE,
    tooLong: size,
    noList: "suppressions must be a list",
  }).refine((lines) => lines.length > 0, { error: size }),
});

const importView = z.strictObject({
  results: z.array(z.strictObject({ outcome: z.enum(IMPORT_OUTCOMES), error: z.string().optional() })),
});

/** @throws Refusal with the same text as for a single request with this body */
export const readImportLine = (raw: unknown): z.output<typeof suppressionRequest> =>
  parseShape(suppressionRequest, objectIn(raw));

/** One request of the panel or of the command line makes the suppressions of many lines. Repeating it changes nothing. */
export const importSuppressions = route({
  operationId: "importSuppressions",
  group: "suppressions",
  auth: ["access-token"],
  changes: { kind: "suppression", action: "created" },
  summary: "Suppress up to 500 recipients",
  method: "POST",
  path: "/panel/api/suppressions/import",
  body: importRequest,
  success: { status: 200, schema: importView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "write_conflict"],
  uses: createSuppression.uses,
  impact: createSuppression.impact,
});
