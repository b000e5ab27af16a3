import { Refusal } from "./refusal.ts";

/** The message of every refusal of a body that cannot be read (D3, D4). */
export const INVALID_BODY = "invalid request body";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The refusal of a value that is no JSON object: its message is the same for all such values (D4), and its problem says what
 * kind of value was found (D54).
 */
export const notAnObject = (found: string): Refusal =>
  new Refusal("invalid_request", INVALID_BODY, {
    problems: [{ field: "", message: `a JSON object was expected, not ${found}` }],
  });

/**
 * Returns the value, which must be a JSON object.
 * @param many the route that takes several such objects at once; the refusal of an array names this route
 * @throws Refusal `invalid_request`
 */
export function objectIn(value: unknown, many?: string): Record<string, unknown> {
  if (isObject(value)) return value;
  if (Array.isArray(value)) throw notAnObject(`an array${many === undefined ? "" : `: ${many} takes several`}`);
  throw notAnObject(value === null ? "null" : `a ${typeof value}`);
}
