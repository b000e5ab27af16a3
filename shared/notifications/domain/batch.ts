import type { Notification } from "./notification.ts";

/** One item of a batch that was not accepted: its refusal, or a fault of ours. */
export interface Bad {
  readonly error: unknown;
}
export const isBad = <Good extends object>(one: Good | Bad): one is Bad => "error" in one;

/** The answer to one item. */
export type BatchResult = { readonly notification: Notification } | Bad;

/** The answer to one item of a batch that is refused as a whole: good ones have no error. */
export type RefusedItem = Bad | Readonly<Record<string, never>>;
