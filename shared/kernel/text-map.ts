import * as z from "zod";

/** Texts by names that somebody else chose. */
export type TextMap = Readonly<Record<string, string>>;

const isTextMap = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => typeof one === "string");

/** Every name is an ordinary one, `constructor` and `__proto__` too: a record of the schema library leaves the last one out. */
export const textMap = (params?: { readonly error: string }) =>
  z.custom<TextMap>(isTextMap, params).meta({ type: "object", additionalProperties: { type: "string" } });

/** The text that an item holds of a map: the store's library takes some names of a map for those of the map's prototype. */
export const toStoredMap = (map: TextMap): string => JSON.stringify(map);

/** Throws for a text that is none of a map. */
export const storedMap = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(textMap());
