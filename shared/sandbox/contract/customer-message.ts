import * as z from "zod";

/** A customer's message of test mode: the platform's message object of any type without `from`, `id` and `timestamp` (D48d). */
export const customerMessageRequest = z
  .looseObject({
    type: z.string({ error: "type is required" }).regex(/^[a-z_]{1,40}$/, { error: "type must be a message type" }),
  })
  .meta({ id: "CustomerMessageRequest" });
export type CustomerMessageRequest = z.output<typeof customerMessageRequest>;
