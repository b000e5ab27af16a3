import * as z from "zod";

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

export const textList = (field: string) =>
  z.array(z.string({ error: `${field} must be an array of strings` }), {
    error: `${field} must be an array of strings`,
  });

export const oneOf = <const Values extends readonly [string, ...string[]]>(field: string, values: Values) =>
  z.enum(values, {
    error: (issue) =>
      issue.input === undefined ? `${field} is required` : `${field} must be one of: ${values.join(", ")}`,
  });

/** For refinements of a whole body: its other problems do not hide theirs (D49). */
export const besideOthers = {
  when: ({ value }: { readonly value: unknown }): boolean => typeof value === "object" && value !== null,
};

/** A case-sensitive map of strings. Names are names, `__proto__` too: each becomes a property of the map itself. */
export const stringMap = (field: string) =>
  z
    .custom<Readonly<Record<string, unknown>>>(
      (value) => typeof value === "object" && value !== null && !Array.isArray(value),
      { error: `${field} must be an object of strings` },
    )
    .refine((map) => Object.values(map).every((value) => typeof value === "string"), {
      error: `${field} must be an object of strings`,
    })
    .transform(
      (map): Readonly<Record<string, string>> =>
        Object.fromEntries(
          Object.entries(map).filter((entry): entry is [string, string] => typeof entry[1] === "string"),
        ),
    )
    .meta({ type: "object", additionalProperties: { type: "string" } });

export const variables = stringMap("variables")
  .default({})
  .meta({
    type: "object",
    additionalProperties: { type: "string" },
    description: "Data for the template; names are case-sensitive.",
  });
