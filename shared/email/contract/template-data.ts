import * as z from "zod";
import { isJsonObject, type JsonObject, jsonBytes, jsonProblem } from "../../kernel/json-data.ts";

/** The limits of data and of samples (D51). */
export const DATA_LIMITS = { levels: 32, values: 10_000 } as const;
const MOST_BYTES = 262_144;

const ANY_OBJECT = { type: "object", additionalProperties: true } as const;

export const jsonObject = (field: string) =>
  z.custom<JsonObject>(isJsonObject, { error: `${field} must be a JSON object` }).meta(ANY_OBJECT);

/** Another channel does not use data; only its type is checked there. */
export const unusedTemplateData = jsonObject("data").optional();

function refuseLargeData(data: JsonObject, context: z.core.$RefinementCtx): void {
  const problem = jsonProblem(data, DATA_LIMITS);
  if (problem === "no number") context.addIssue("data has a number that is too large");
  else if (problem === "too large" || jsonBytes(data) > MOST_BYTES) context.addIssue("data is too large");
}

/** The values of a template that are no strings: numbers, lists, objects (D51). */
export const templateData = jsonObject("data").superRefine(refuseLargeData).meta(ANY_OBJECT).optional();

interface NamedValues {
  readonly variables?: unknown;
  readonly data?: unknown;
}

/** A name has one value. Either map may be malformed here, because all problems of a body are reported together. */
export function refuseTwoValues({ variables, data }: NamedValues, context: z.core.$RefinementCtx): void {
  if (!(isJsonObject(variables) && isJsonObject(data))) return;
  const name = Object.keys(variables).find((one) => Object.hasOwn(data, one));
  if (name === undefined) return;
  context.addIssue({ code: "custom", path: ["data"], message: `variables and data both have ${JSON.stringify(name)}` });
}
