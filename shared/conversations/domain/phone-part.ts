/** People write these characters between the digits of a phone number. */
const SEPARATORS = /[\s+().\-/]/g;

export type PhonePart =
  | { readonly kind: "any" }
  | { readonly kind: "digits"; readonly digits: string }
  /** The text contains a character that no phone number has, so it matches nothing. */
  | { readonly kind: "none" };

/** Reads a part of a phone number as a person typed it. Separators are ignored, and no character is a wildcard. */
export function phonePart(typed: string | undefined): PhonePart {
  const digits = (typed ?? "").replace(SEPARATORS, "");
  if (digits === "") return { kind: "any" };
  return /^\d+$/.test(digits) ? { kind: "digits", digits } : { kind: "none" };
}
