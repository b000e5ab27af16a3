import type * as z from "zod";
import { readShape } from "../../shared/edge/contract/refusal-message.ts";

/** It answers what the caller is told of a body, each message once; the list is empty for the right shape. */
export function shapeMessages(schema: z.ZodType, value: unknown): readonly string[] {
  const shape = readShape(schema, value);
  return "problems" in shape ? [...new Set(shape.problems.map(({ message }) => message))] : [];
}

/** Returns the first of these messages. */
export const shapeMessage = (schema: z.ZodType, value: unknown): string | undefined => shapeMessages(schema, value)[0];
