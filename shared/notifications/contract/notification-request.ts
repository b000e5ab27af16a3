import * as z from "zod";
import { CHANNELS } from "../domain/notification.ts";
import { chatRequest } from "./chat-request.ts";
import { emailFields, emailRequest } from "./email-request.ts";

export const notificationRequest = z.discriminatedUnion("channel", [emailRequest, chatRequest], {
  error: ({ code }) => (code === "invalid_union" ? `channel must be one of: ${CHANNELS.join(", ")}` : undefined),
});
export type NotificationRequest = z.output<typeof notificationRequest>;

/** The sending account that the body of an email means, valid or not; a chat message has no origins to check. */
export function sendingAccountIn(
  body: Readonly<Record<string, unknown>>,
): { readonly accountId: string | undefined } | undefined {
  if (body.channel === "chat") return undefined;
  return { accountId: emailFields.shape.smtp_account_id.safeParse(body.smtp_account_id).data };
}
