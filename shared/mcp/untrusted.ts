import * as z from "zod";
import type { OthersText } from "./contract/others-text.ts";

const record = z.record(z.string(), z.unknown());

/** Lists, as JSON Pointers, the values of a result that others wrote (D47f). */
export const pointersTo = (othersText: readonly OthersText[], value: unknown): string[] =>
  othersText.flatMap((one) => pointers(one, one.path, { value, at: "" }));

interface Found {
  readonly value: unknown;
  /** The pointer to the value. */
  readonly at: string;
}

function pointers(text: OthersText, [step, ...rest]: readonly string[], { value, at }: Found): string[] {
  if (step === undefined) return [at];
  if (step === "*")
    return Array.isArray(value)
      ? value.flatMap((one: unknown, index) => pointers(text, rest, { value: one, at: `${at}/${index}` }))
      : [];
  const holder = record.safeParse(value).data;
  const inner = holder?.[step];
  if (inner === undefined || !isMeant(text, rest, holder)) return [];
  // No name of a field has a character that a pointer must escape.
  return pointers(text, rest, { value: inner, at: `${at}/${step}` });
}

/** The condition is about the object that holds the value itself. */
const isMeant = ({ where }: OthersText, rest: readonly string[], holder: Record<string, unknown> = {}): boolean =>
  where === undefined || rest.length > 0 || holder[where.field] === where.is;
