import * as z from "zod";
import type { FuzzRequest, Operation } from "./requests.ts";
import type { JsonSchema } from "./schema-arbitrary.ts";

export interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Reference {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, Operation["responses"][string]>>;
}

const SHOWN_BYTES = 3000;

/** Returns how an answer deviates from the OpenAPI document, or undefined if it does not. */
export function breachIn(
  answer: Received,
  operation: Operation,
  { schemas, responses }: Reference,
): string | undefined {
  const written = operation.responses[String(answer.status)];
  if (answer.status >= 500 && !isNamed(answer)) return `${answer.status}: ${answer.text}`;
  if (written === undefined) return `undeclared status ${answer.status}: ${answer.text.slice(0, 300)}`;
  if (!answer.headers.has("x-request-id")) return "no x-request-id";
  const declared = written.$ref === undefined ? written : responses[written.$ref.split("/").at(-1) ?? ""];
  const [content] = Object.entries(declared?.content ?? {});
  if (content === undefined) return answer.text === "" ? undefined : `an undeclared body: ${answer.text.slice(0, 300)}`;
  const [type, { schema }] = content;
  return breachOfContent(answer, type, { ...schema, $defs: schemas });
}

/** Accepts the two failures that the document allows: an unreachable provider, and media that is still being copied. */
const isNamed = ({ status, text }: Received): boolean =>
  status === 502 || (status === 503 && text.includes('"media_not_ready"'));

function breachOfContent({ headers, text }: Received, type: string, schema: JsonSchema): string | undefined {
  const given = headers.get("content-type") ?? "";
  // One operation serves files of several types, all of which the OpenAPI document calls text.
  if (type === "text/plain" ? !given.startsWith("text/") : given.split(";")[0] !== type)
    return `${given} instead of ${type}`;
  const value: unknown = type === "application/json" ? JSON.parse(text) : text;
  const { success, error } = validatorOf(schema).safeParse(value);
  return success ? undefined : `${z.prettifyError(error)} in ${text.slice(0, 1000)}`;
}

const validators = new Map<string, z.ZodType>();

function validatorOf(schema: JsonSchema): z.ZodType {
  const text = JSON.stringify(schema).replaceAll("#/components/schemas/", "#/$defs/");
  const known = validators.get(text) ?? z.fromJSONSchema(JSON.parse(text));
  validators.set(text, known);
  return known;
}

/** Prints a request so that it can be sent again. A credential is named by its kind only. */
export function reproduction(
  { method, path, headers, content }: FuzzRequest,
  names: Readonly<Record<string, string>>,
): string {
  const shown = Object.entries(headers).map(([name, value]) => `-H '${name}: ${named(value, names)}'`);
  const body = content === undefined ? "" : ` --data-binary '${content.toString("utf8").slice(0, SHOWN_BYTES)}'`;
  return `curl -X ${method} "$URL${path}" ${shown.join(" ")}${body}`;
}

const named = (value: string, names: Readonly<Record<string, string>>): string =>
  Object.entries(names).reduce((text, [secret, name]) => text.replace(secret, name), value);
