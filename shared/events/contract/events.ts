import * as z from "zod";
import type { AccountField } from "../../channels/contract/account-field.ts";
import { explanationCode } from "../../channels/contract/explanation.ts";
import { chatTemplateView } from "../../chat/contract/chat-templates.ts";
import { conversationView, messageView } from "../../conversations/contract/conversation-views.ts";
import { timestamp } from "../../edge/contract/fields.ts";
import { type SendingAccountView, sendingAccountView } from "../../email/contract/sending-accounts.ts";
import { urlOrigin } from "../../kernel/url-parts.ts";
import { notificationView } from "../../notifications/contract/notifications.ts";
import { BOUNCE_TYPES, type Feedback } from "../../notifications/domain/feedback.ts";
import { suppressionView } from "../../suppressions/contract/suppressions.ts";
import { type WebhookView, webhookView } from "../../webhooks/contract/webhooks.ts";
import type { EventType } from "../domain/event-types.ts";
import { eventId } from "./kept-event.ts";

const accountIds = {
  sending_account_id: z.guid().optional(),
  chat_account_id: z.guid().optional(),
} satisfies Record<AccountField, z.ZodType>;

const announcedNotification = notificationView
  .extend({ recipient: z.string().optional(), ...accountIds })
  .meta({ id: "AnnouncedNotification" });

const failedNotification = announcedNotification
  .extend({
    reason: explanationCode,
  })
  .meta({ id: "FailedNotification" });

const bouncedNotification = announcedNotification
  .extend({
    reason: z.literal("bounced"),
    bounce: z
      .strictObject({
        recipient: z.string().optional(),
        type: z.enum(BOUNCE_TYPES),
        status: z.string().optional(),
        response: z.string().optional(),
      })
      .meta({ id: "Bounce" }),
  })
  .meta({ id: "BouncedNotification" });

export const toBounce = ({
  recipient,
  type = "transient",
  status,
  text,
}: Feedback): z.input<typeof bouncedNotification>["bounce"] => ({ recipient, type, status, response: text });

const complainedNotification = announcedNotification
  .extend({
    reason: z.literal("complained"),
    complaint: z
      .strictObject({ recipient: z.string().optional(), feedback_type: z.string().optional() })
      .meta({ id: "Complaint" }),
  })
  .meta({ id: "ComplainedNotification" });

export const toComplaint = ({
  recipient,
  feedbackType,
}: Feedback): z.input<typeof complainedNotification>["complaint"] => ({ recipient, feedback_type: feedbackType });

const receivedMessage = z
  .strictObject({ conversation: conversationView, message: messageView })
  .meta({ id: "ReceivedMessage" });

const announcedAccount = sendingAccountView
  .omit({ username: true, auth_value_template: true })
  .meta({ id: "AnnouncedSendingAccount" });

export function toAnnouncedAccount(view: SendingAccountView): z.input<typeof announcedAccount> {
  const { username: _user, auth_value_template: _template, ...shown } = view;
  return shown;
}

const announcedWebhook = webhookView
  .extend({
    url: z.string(),
  })
  .meta({ id: "AnnouncedWebhook" });

export const toAnnouncedWebhook = (view: WebhookView): z.input<typeof announcedWebhook> => ({
  ...view,
  url: urlOrigin(view.url),
});

const eventOf = <Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.strictObject({ id: eventId, type: z.literal(type), timestamp, data });

/** A new type is added here together with its source. */
export const heraldEvent = z
  .discriminatedUnion("type", [
    eventOf("notification.submitted", announcedNotification),
    eventOf("notification.sent", announcedNotification),
    eventOf("notification.delivered", announcedNotification),
    eventOf("notification.read", announcedNotification),
    eventOf("notification.retrying", failedNotification),
    eventOf("notification.failed", failedNotification),
    eventOf("notification.canceled", announcedNotification),
    eventOf("notification.bounced", bouncedNotification),
    eventOf("notification.complained", complainedNotification),
    eventOf("message.received", receivedMessage),
    eventOf("chat_template.updated", chatTemplateView),
    eventOf("sending_account.failing", announcedAccount),
    eventOf("sending_account.recovered", announcedAccount),
    eventOf("recipient.suppressed", suppressionView),
    eventOf("recipient.unsubscribed", suppressionView),
    eventOf("webhook.disabled", announcedWebhook),
  ])
  .meta({ id: "Event" });
export type HeraldEvent = z.output<typeof heraldEvent>;
