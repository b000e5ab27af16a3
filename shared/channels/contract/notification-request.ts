import * as z from "zod";
import { CHAT_FIELDS, toChatRequest, UNUSED_CHAT_FIELDS } from "../../chat/contract/chat-request.ts";
import { besideOthers } from "../../edge/contract/fields.ts";
import {
  EMAIL_FIELDS,
  refuseContradictions,
  toEmailRequest,
  UNUSED_EMAIL_FIELDS,
} from "../../email/contract/email-request.ts";
import { CHANNELS, type OfEveryChannel } from "../domain/channel-names.ts";

/** A request for a mail. It may also have the fields of chat, which are not used; only their types are checked (E8, C2). */
export const emailRequest = z
  .strictObject({ ...EMAIL_FIELDS, ...UNUSED_CHAT_FIELDS })
  .superRefine(refuseContradictions, besideOthers)
  .meta({ id: "EmailNotificationRequest" })
  .transform(toEmailRequest);

const chatRequest = z
  .strictObject({ ...CHAT_FIELDS, ...UNUSED_EMAIL_FIELDS })
  .meta({ id: "ChatNotificationRequest" })
  .transform(toChatRequest);

const REQUESTS = { email: emailRequest, chat: chatRequest } satisfies OfEveryChannel<z.ZodType>;

export const notificationRequest = z.discriminatedUnion("channel", [REQUESTS.email, REQUESTS.chat], {
  error: ({ code }) => (code === "invalid_union" ? `channel must be one of: ${CHANNELS.join(", ")}` : undefined),
});
export type NotificationRequest = z.output<typeof notificationRequest>;

/** Reads the sending account that an email's body names, even from an invalid body; undefined for every other channel, where no origin is checked. */
export function sendingAccountIn(
  body: Readonly<Record<string, unknown>>,
): { readonly accountId: string | undefined } | undefined {
  if (body.channel !== "email" && CHANNELS.some((name) => name === body.channel)) return undefined;
  return { accountId: EMAIL_FIELDS.smtp_account_id.safeParse(body.smtp_account_id).data };
}
