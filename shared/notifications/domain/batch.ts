import type { Notification } from "./notification.ts";

/** The result for an item of a batch that was refused, or could not be accepted because of an internal error. */
export interface Bad {
  readonly error: unknown;
}
export const isBad = <Good extends object>(one: Good | Bad): one is Bad => "error" in one;

export type BatchResult = { readonly notification: Notification } | Bad;

/** One item in the answer to a batch that is refused as a whole; a valid item has no error. */
export type RefusedItem = Bad | Readonly<Record<string, never>>;
