import * as z from "zod";

export interface PageSizes {
  readonly max: number;
  readonly byDefault: number;
}

export const cursor = z.string({ error: "cursor is not valid" }).optional();

/** Takes a whole number in a query string; any other notation is refused. */
function limitText({ max }: PageSizes) {
  const error = `limit must be an integer from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= max, { error });
}

/** The API reference shows the parameter as a number, although a query string has it as text. */
const asNumber = ({ max }: PageSizes) => ({ type: "integer", minimum: 1, maximum: max, pattern: undefined });

export const limitParameter = (sizes: PageSizes) => limitText(sizes).default(sizes.byDefault).meta(asNumber(sizes));

/** The parameters of a list that is answered whole when the request does not ask for pages. */
export const pagingParameters = (sizes: PageSizes) => ({
  limit: limitText(sizes).optional().meta(asNumber(sizes)),
  cursor,
});
