import type * as z from "zod";
import { readShape } from "../../shared/edge/contract/refusal-message.ts";

/** What the caller is told of a body, each message once; empty when it has the right shape. */
export function shapeMessages(schema: z.ZodType, value: unknown): readonly string[] {
  const shape = readShape(schema, value);
  return "problems" in shape ? [...new Set(shape.problems.map(({ message }) => message))] : [];
}

/** The first of them. */
export const shapeMessage = (schema: z.ZodType, value: unknown): string | undefined => shapeMessages(schema, value)[0];
