import type { Sealed } from "./secret-box.ts";

/** Of a stored item's attribute: an adapter has written there what a box made. */
export const isSealed = (text: unknown): text is Sealed => typeof text === "string" && text !== "";

/** For secret boxes only: marks the text that they made. */
export function asSealed(text: string): Sealed {
  if (!isSealed(text)) throw new Error("a sealed secret is never empty");
  return text;
}
