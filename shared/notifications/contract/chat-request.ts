import * as z from "zod";
import { type ChatPayload, chatPayload } from "../../chat/contract/chat-message.ts";
import { isE164 } from "../../chat/domain/phone-number.ts";
import { optionalText, requiredText, textList, uuid, variables } from "../../edge/contract/fields.ts";
import { unusedMailFields } from "../../email/contract/mail-fields.ts";
import { strictVariables } from "./email-request.ts";
import { type SendOptions, sendOptions } from "./send-options.ts";

/** Known on every channel, and used on one only: their types are checked, nothing else (E8, C2). */
const unusedByChat = {
  cc: textList("cc").optional(),
  bcc: textList("bcc").optional(),
  from_name: optionalText("from_name"),
  subject: optionalText("subject"),
  body: optionalText("body"),
  body_type: optionalText("body_type"),
  template_id: optionalText("template_id"),
  variables,
  template_version: z.number({ error: "template_version must be a number" }).optional(),
  strict_variables: strictVariables,
  smtp_account_id: optionalText("smtp_account_id"),
  ...unusedMailFields,
};

const chatFields = z
  .strictObject({
    channel: z.literal("chat"),
    recipient: requiredText("recipient").refine(isE164, {
      error: "recipient must be a phone number in E.164 form, such as +15551230001",
    }),
    chat_account_id: uuid("chat_account_id").optional(),
    chat: chatPayload,
    ...sendOptions,
    ...unusedByChat,
  })
  .meta({ id: "ChatNotificationRequest" });

export interface ChatRequest extends SendOptions {
  readonly channel: "chat";
  /** E.164. */
  readonly recipient: string;
  readonly chat: ChatPayload;
  readonly accountId?: string | undefined;
}

export const chatRequest = chatFields.transform(
  ({ channel, recipient, chat, chat_account_id: accountId, send_at: sendAt, metadata }): ChatRequest => ({
    channel,
    recipient,
    chat,
    accountId,
    sendAt,
    metadata,
  }),
);
