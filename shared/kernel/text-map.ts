import * as z from "zod";

/** A map of texts whose names come from somebody else. */
export type TextMap = Readonly<Record<string, string>>;

const isTextMap = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === "string");

/** Any name is allowed, including `constructor` and `__proto__`, which the schema library's own record would drop. */
export const textMap = (params?: { readonly error: string }) =>
  z.custom<TextMap>(isTextMap, params).meta({ type: "object", additionalProperties: { type: "string" } });

/**
 * Returns the text that an item stores for a map. The map is not stored as such, because the store's library confuses
 * some names with members of the prototype.
 */
export const toStoredMap = (map: TextMap): string => JSON.stringify(map);

/** Throws for a text that does not hold a map. */
export const storedMap = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(textMap());
