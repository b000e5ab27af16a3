import type { Notification } from "./notification.ts";

/** This is an item of a batch that was not accepted, because it was refused or because of a fault of ours. */
export interface Bad {
  readonly error: unknown;
}
export const isBad = <Good extends object>(one: Good | Bad): one is Bad => "error" in one;

export type BatchResult = { readonly notification: Notification } | Bad;

/** This answers one item of a batch that is refused as a whole. A good item has no error. */
export type RefusedItem = Bad | Readonly<Record<string, never>>;
