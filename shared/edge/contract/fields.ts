import * as z from "zod";
import { textMap } from "../../kernel/text-map.ts";

/** Takes any text in the form of RFC 4122 and turns it into lower case (D7). */
export const uuid = (field: string) =>
  z
    .guid({ error: (issue) => (issue.input === undefined ? `${field} is required` : `${field} must be a UUID`) })
    .transform((id) => id.toLowerCase());

export const idParams = z.strictObject({ id: uuid("id") });

/** A time in UTC in the format of RFC 3339, with milliseconds. */
export const timestamp = z.iso.datetime();

/** Requires a string, which may be empty. `nonEmpty` and `nonBlank` also require content. */
export const requiredText = (field: string) =>
  z.string({ error: (issue) => (issue.input === undefined ? `${field} is required` : `${field} must be a string`) });

export const nonEmpty = (field: string) => requiredText(field).min(1, { error: `${field} is required` });

export const nonBlank = (field: string) =>
  requiredText(field).refine((text) => text.trim() !== "", { error: `${field} is required` });

export const optionalText = (field: string) => z.string({ error: `${field} must be a string` }).optional();

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/;

/** A name that is written into a mail header has to be one line without control characters. */
export const headerText = <Schema extends z.ZodType<string>>(field: string, schema: Schema) =>
  schema.refine((text) => !CONTROL_CHARACTERS.test(text), {
    error: `${field} must not contain line breaks or control characters`,
  });

interface ListLimits {
  readonly most: number;
  /** The message for a list that is too long. */
  readonly tooLong?: string;
  /** The message for a value that is not a list. */
  readonly noList?: z.core.$ZodErrorMap | string;
}

/**
 * Checks a list's length before its items. Each invalid item would be a separate problem, and a body of 1 MiB can hold
 * half a million of them.
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

/** No real list is nearly this long. This limit bounds lists whose own rules count only some of the entries. */
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

/** Lets a refinement of the whole body run even when the body has other problems, so that all are reported (D49). */
export const besideOthers = {
  when: ({ value }: { readonly value: unknown }): boolean => typeof value === "object" && value !== null,
};

/** Takes the digits of a path or query parameter as a number. */
export const wholeNumber = (pattern: RegExp, error: string) =>
  z
    .string()
    .regex(pattern, { error })
    .transform(Number)
    .refine(Number.isSafeInteger, { error })
    .meta({ type: "integer", pattern: undefined });

/** A map of strings whose names are case-sensitive. */
export const stringMap = (field: string) => textMap({ error: `${field} must be an object of strings` });

export const variables = stringMap("variables")
  .default({})
  .meta({ type: "object", additionalProperties: { type: "string" } });
