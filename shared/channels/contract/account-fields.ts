import type { OfEveryChannel } from "../domain/channel-names.ts";

/** The field by which an event names the account of a notification. */
export const ACCOUNT_FIELDS = {
  email: "sending_account_id",
  chat: "chat_account_id",
} as const satisfies OfEveryChannel<string>;
export type AccountField = (typeof ACCOUNT_FIELDS)[keyof typeof ACCOUNT_FIELDS];
