/** Characters that people write between the digits of a phone number. */
const SEPARATORS = /[\s+().\-/]/g;

export type PhonePart =
  | { readonly kind: "any" }
  | { readonly kind: "digits"; readonly digits: string }
  /** Something stands in it that no phone number has: nothing contains it. */
  | { readonly kind: "none" };

/** A part of a phone number as somebody typed it. Only digits count; every other character means itself, wildcards too. */
export function phonePart(typed: string | undefined): PhonePart {
  const digits = (typed ?? "").replace(SEPARATORS, "");
  if (digits === "") return { kind: "any" };
  return /^\d+$/.test(digits) ? { kind: "digits", digits } : { kind: "none" };
}
