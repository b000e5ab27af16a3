import * as z from "zod";
import { isIdempotencyKey } from "../../edge/contract/idempotent.ts";

/** The argument of tools that send, in place of the header of HTTP (D24). */
export const idempotencyKey = z
  .string({ error: "idempotency_key must be a string" })
  .refine(isIdempotencyKey, { error: "idempotency_key must be 1 to 255 visible characters" })
  .optional();
