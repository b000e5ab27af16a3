import * as z from "zod";
import { optionalText, requiredText, uuid } from "../../edge/contract/fields.ts";
import { type SendOptions, sendOptions } from "../../notifications/contract/send-options.ts";
import { isE164 } from "../domain/phone-number.ts";
import { type ChatPayload, chatPayload } from "./chat-message.ts";

export const CHAT_FIELDS = {
  channel: z.literal("chat"),
  recipient: requiredText("recipient").refine(isE164, {
    error: "recipient must be a phone number in E.164 form, such as +15551230001",
  }),
  chat_account_id: uuid("chat_account_id").optional(),
  chat: chatPayload,
  ...sendOptions,
};

/** The chat fields in a request for another channel: their types are checked, and their values are not used. */
export const UNUSED_CHAT_FIELDS = { chat_account_id: optionalText("chat_account_id"), chat: chatPayload.optional() };

export interface ChatRequest extends SendOptions {
  readonly channel: "chat";
  /** The recipient is a phone number in the form of E.164. */
  readonly recipient: string;
  readonly chat: ChatPayload;
  readonly accountId?: string | undefined;
}

export const toChatRequest = ({
  channel,
  recipient,
  chat,
  chat_account_id: accountId,
  send_at: sendAt,
  metadata,
}: z.output<z.ZodObject<typeof CHAT_FIELDS>>): ChatRequest => ({
  channel,
  recipient,
  chat,
  accountId,
  sendAt,
  metadata,
});
