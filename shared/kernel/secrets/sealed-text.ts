import type { Sealed } from "./secret-box.ts";

/** Accepts an attribute of a stored item as a sealed secret, because only adapters write it, from what a secret box made. */
export const isSealed = (text: unknown): text is Sealed => typeof text === "string" && text !== "";

/** Marks a text as sealed. Secret boxes call it for the texts that they made, and test mode for a secret that nobody opens. */
export function asSealed(text: string): Sealed {
  if (!isSealed(text)) throw new Error("a sealed secret is never empty");
  return text;
}
