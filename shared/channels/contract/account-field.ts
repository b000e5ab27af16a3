import type { OfEveryChannel } from "../domain/channel-names.ts";

/** The field by which an event names the account of a notification. */
export const ACCOUNT_FIELD_OF = {
  email: "sending_account_id",
  chat: "chat_account_id",
} as const satisfies OfEveryChannel<string>;
export type AccountField = (typeof ACCOUNT_FIELD_OF)[keyof typeof ACCOUNT_FIELD_OF];
