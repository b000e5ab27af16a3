import * as z from "zod";
import { FIRST_FIELDS } from "./fields/field-order.ts";
import type { Json } from "./operation-document.ts";

const object = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
});

/** Puts the fields of a schema into the order in which they are read. `where` names the schema or its operation. */
export function inReadingOrder(where: string, given: unknown): Json {
  const { properties, required, ...rest } = object.parse(given);
  const first = FIRST_FIELDS[where];
  if (first === undefined || properties === undefined) return object.parse(given);
  const ordered = (names: readonly string[]) => [
    ...first.filter((name) => names.includes(name)),
    ...names.filter((name) => !first.includes(name)),
  ];
  return {
    ...rest,
    properties: Object.fromEntries(ordered(Object.keys(properties)).map((name) => [name, properties[name]])),
    // Examples are made of the required fields in this order.
    ...(required && { required: ordered(required) }),
  };
}
