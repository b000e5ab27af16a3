import type * as z from "zod";
import { readShape } from "../../shared/edge/contract/refusal-message.ts";

/** Returns the messages with which a caller's body is refused, each once; none when the body fits the schema. */
export function shapeMessages(schema: z.ZodType, value: unknown): readonly string[] {
  const shape = readShape(schema, value);
  return "problems" in shape ? [...new Set(shape.problems.map(({ message }) => message))] : [];
}

/** Returns the first message with which a caller's body is refused, or undefined when the body fits the schema. */
export const shapeMessage = (schema: z.ZodType, value: unknown): string | undefined => shapeMessages(schema, value)[0];
