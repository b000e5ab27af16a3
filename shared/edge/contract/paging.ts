import * as z from "zod";

export interface PageSizes {
  readonly max: number;
  readonly byDefault: number;
}

export const cursor = z
  .string({ error: "cursor is not valid" })
  .optional()
  .meta({ description: "A previous next_cursor." });

/** Takes a whole number in a query string; any other notation is refused. */
function limitText({ max }: PageSizes) {
  const error = `limit must be an integer from 1 to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, { error })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= max, { error });
}

const described = ({ max }: PageSizes, description: string) => ({
  ...{ type: "integer", minimum: 1, maximum: max, pattern: undefined },
  description,
});

export const limitParameter = (sizes: PageSizes) =>
  limitText(sizes)
    .default(sizes.byDefault)
    .meta(described(sizes, `1 to ${sizes.max}; ${sizes.byDefault} when left out.`));

/** The parameters of a list that is answered whole when the request does not ask for pages. */
export const pagingParameters = (sizes: PageSizes) => {
  const description = `1 to ${sizes.max}. It or a cursor asks for pages; ${sizes.byDefault} a page when only a cursor is given.`;
  return { limit: limitText(sizes).optional().meta(described(sizes, description)), cursor };
};
