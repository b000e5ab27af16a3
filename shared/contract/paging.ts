import * as z from "zod";

export const cursor = z
  .string({ error: "cursor is not valid" })
  .optional()
  .meta({ description: "A previous next_cursor." });

/** A whole number as it stands in a query string; no other spelling of it is taken. */
export function limitParameter({ max, byDefault }: { readonly max: number; readonly byDefault: number }) {
  const error = `limit must be an integer from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= max, { error })
    .default(byDefault)
    .meta({
      ...{ type: "integer", minimum: 1, maximum: max, pattern: undefined },
      description: `1 to ${max}; ${byDefault} when left out.`,
    });
}
