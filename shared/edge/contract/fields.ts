import * as z from "zod";
import { textMap } from "../../kernel/text-map.ts";

/** D7: any RFC 4122 text; compared in lower case. */
export const uuid = (field: string) =>
  z
    .guid({ error: (issue) => (issue.input === undefined ? `${field} is required` : `${field} must be a UUID`) })
    .transform((id) => id.toLowerCase());

export const idParams = z.strictObject({ id: uuid("id") });

/** RFC 3339 in UTC, with milliseconds. */
export const timestamp = z.iso.datetime().meta({ description: "RFC 3339, UTC" });

/** A string that must be there; `isBlank` decides what counts as empty. */
export const requiredText = (field: string) =>
  z.string({ error: (issue) => (issue.input === undefined ? `${field} is required` : `${field} must be a string`) });

export const nonEmpty = (field: string) => requiredText(field).min(1, { error: `${field} is required` });

export const nonBlank = (field: string) =>
  requiredText(field).refine((text) => text.trim() !== "", { error: `${field} is required` });

export const optionalText = (field: string) => z.string({ error: `${field} must be a string` }).optional();

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/;

/** A name that ends up in a mail header: one line, no control characters. */
export const headerText = <Schema extends z.ZodType<string>>(field: string, schema: Schema) =>
  schema.refine((text) => !CONTROL_CHARACTERS.test(text), {
    error: `${field} must not contain line breaks or control characters`,
  });

interface ListLimits {
  readonly most: number;
  /** Of a list that is longer. */
  readonly tooLong?: string;
  /** Of a value that is no list. */
  readonly noList?: z.core.$ZodErrorMap | string;
}

/**
 * A list whose length is judged before its items are: each wrong item would be a problem of its own, and a body of 1 MiB holds half a
 * million of them.
 */
export const listOf = <Item extends z.ZodType>(field: string, item: Item, { most, tooLong, noList }: ListLimits) =>
  z.preprocess(
    (value, context) => {
      if (!Array.isArray(value) || value.length <= most) return value;
      const message = tooLong ?? `${field} must have at most ${most} entries`;
      context.issues.push({ code: "custom", message, input: value });
      return z.NEVER;
    },
    z.array(item, { error: noList ?? `${field} must be an array` }),
  );

/** Far above every list that anybody writes: of a list whose own rules count only some of its entries. */
const MOST_TEXTS = 10_000;

export const textList = (field: string, most = MOST_TEXTS) => {
  const error = `${field} must be an array of strings`;
  return listOf(field, z.string({ error }), { most, noList: error });
};

export const oneOf = <const Values extends readonly [string, ...string[]]>(field: string, values: Values) =>
  z.enum(values, {
    error: (issue) =>
      issue.input === undefined ? `${field} is required` : `${field} must be one of: ${values.join(", ")}`,
  });

/** For refinements of a whole body: its other problems do not hide theirs (D49). */
export const besideOthers = {
  when: ({ value }: { readonly value: unknown }): boolean => typeof value === "object" && value !== null,
};

/** A case-sensitive map of strings. */
export const stringMap = (field: string) => textMap({ error: `${field} must be an object of strings` });

export const variables = stringMap("variables")
  .default({})
  .meta({
    type: "object",
    additionalProperties: { type: "string" },
    description: "Data for the template; names are case-sensitive.",
  });
