import type * as z from "zod";
import { BadRequestError, type Call } from "../http/reply.ts";

/** Parses the JSON body with the schema. Throws BadRequestError that names the field. */
export function parseBody<S extends z.ZodType>(schema: S, { body }: Call): z.output<S> {
  return parseValue(schema, parsedJson(body));
}

export function parseValue<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join(".");
  throw new BadRequestError(where ? `${where}: ${issue?.message}` : (issue?.message ?? "invalid request"));
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch {
    throw new BadRequestError("the body is not JSON");
  }
}
