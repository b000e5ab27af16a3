import { explanations } from "../channels/domain/explanations.ts";
import { toChatTemplateView } from "../chat/contract/chat-templates.ts";
import { toConversationView, toMessageView } from "../conversations/contract/conversation-views.ts";
import type { ConversationMessage } from "../conversations/domain/conversation.ts";
import type { ConversationStore } from "../conversations/ports.ts";
import { toSendingAccountView } from "../email/contract/sending-accounts.ts";
import type { SendingAccount } from "../email/domain/sending-account.ts";
import type { SendingAccountStore } from "../email/ports.ts";
import type { Owner } from "../kernel/owner.ts";
import { toNotificationView } from "../notifications/contract/notifications.ts";
import type { Feedback } from "../notifications/domain/feedback.ts";
import { type ByChannel, type Notification, ofChannel } from "../notifications/domain/notification.ts";
import type { NotificationStore } from "../notifications/ports.ts";
import { toSuppressionView } from "../suppressions/contract/suppressions.ts";
import { toWebhookView } from "../webhooks/contract/webhooks.ts";
import { toAnnouncedAccount, toAnnouncedWebhook, toBounce, toComplaint } from "./contract/events.ts";
import type { Announcement } from "./domain/events-of.ts";
import type { SubjectChange } from "./domain/subject.ts";

export interface EventDataDeps {
  /** The field that names the account of a notification. */
  readonly accountFields: ByChannel<string>;
  readonly conversations: Pick<ConversationStore, "get">;
  readonly sendingAccounts: Pick<SendingAccountStore, "get">;
  readonly notifications: Pick<NotificationStore, "findContent">;
}

/** Returns the `data` of an event; undefined for a message whose conversation is gone. */
export function eventData(
  deps: EventDataDeps,
  { kind, owner, after }: SubjectChange,
  announcement: Announcement,
): Promise<unknown> {
  switch (kind) {
    case "notification":
      return notificationData(deps, after, announcement);
    case "message":
      return messageData(deps, { owner, message: after, atMs: announcement.atMs });
    case "sending_account":
      return accountData(deps, after);
    case "chat_template":
      return Promise.resolve(toChatTemplateView(after));
    case "webhook":
      return Promise.resolve(toAnnouncedWebhook(toWebhookView(after)));
    case "suppression":
      return Promise.resolve(toSuppressionView(after));
  }
}

const HAS_REASON = new Set<Announcement["type"]>(["notification.failed", "notification.retrying"]);

async function notificationData(
  { accountFields, notifications }: EventDataDeps,
  notification: Notification,
  { type, feedback }: Announcement,
): Promise<unknown> {
  const { channel, accountId } = notification;
  const recipient = notification.recipient ?? (await recipientInContent(notifications, notification));
  return {
    ...toNotificationView(notification),
    ...(recipient === undefined ? {} : { recipient }),
    [ofChannel(accountFields, channel)]: accountId,
    ...(HAS_REASON.has(type) ? { reason: explanations.explain(notification).code } : {}),
    ...(feedback && reportData(feedback)),
  };
}

/** The reason speaks of the recipient, although the explanation of a mail to several may be another one. */
function reportData(feedback: Feedback): Readonly<Record<string, unknown>> {
  if (feedback.kind === "bounced") return { reason: "bounced", bounce: toBounce(feedback) };
  return feedback.kind === "complained" ? { reason: "complained", complaint: toComplaint(feedback) } : {};
}

/** Reads the recipient of an older notification, which only its content has, while the content is kept. */
async function recipientInContent(
  notifications: EventDataDeps["notifications"],
  { owner, id }: Notification,
): Promise<string | undefined> {
  const content = await notifications.findContent(owner, id);
  return content?.recipient;
}

interface Received {
  readonly owner: Owner;
  readonly message: ConversationMessage;
  readonly atMs: number;
}

/** Shows the conversation as it is at the announcement, but whether the service window is open as at the time of the message. */
async function messageData({ conversations }: EventDataDeps, { owner, message, atMs }: Received): Promise<unknown> {
  const conversation = await conversations.get(owner, message.conversationId);
  return conversation && { conversation: toConversationView(conversation, atMs), message: toMessageView(message) };
}

/** Makes the data of an account's event. Another item says whether the account is the default, so the account is read. */
async function accountData({ sendingAccounts }: EventDataDeps, account: SendingAccount): Promise<unknown> {
  const stored = await sendingAccounts.get(account.owner, account.id);
  return toAnnouncedAccount(toSendingAccountView({ ...account, isDefault: stored?.isDefault ?? false }));
}
