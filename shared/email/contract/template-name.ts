import * as z from "zod";

const ALIAS = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An alias never looks like an id (D44b). */
export const alias = z
  .string({ error: "alias must be a string" })
  .regex(ALIAS, {
    error: "alias must be 1 to 64 of a-z, 0-9, _ and -, the first of them a letter or a digit",
  })
  .refine((text) => !UUID.test(text), { error: "alias must not read like a UUID" });

/** An id may be written in any case, and is compared in lower case (D7). */
const isId = (text: string): boolean => UUID.test(text.toLowerCase());

export const templateReference = (field: string) =>
  z
    .string({ error: `${field} must be a UUID or an alias` })
    .refine((text) => isId(text) || ALIAS.test(text), { error: `${field} must be a UUID or an alias` })
    .transform((text) => (isId(text) ? text.toLowerCase() : text));

/** True when a valid reference to a template is an alias and no id. */
export const isAlias = (reference: string): boolean => !UUID.test(reference);
