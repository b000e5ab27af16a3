import type * as z from "zod";
import { readShape } from "../../shared/edge/contract/refusal-message.ts";

/**
 * Returns the texts of the errors with which a caller's body is refused, each once; returns none if the body fits the
 * schema.
 */
export function shapeMessages(schema: z.ZodType, value: unknown): readonly string[] {
  const shape = readShape(schema, value);
  return "problems" in shape ? [...new Set(shape.problems.map(({ message }) => message))] : [];
}

/**
 * Returns the text of the first error with which a caller's body is refused, or undefined if the body fits the schema.
 */
export const shapeMessage = (schema: z.ZodType, value: unknown): string | undefined => shapeMessages(schema, value)[0];
