import type { CallerOrigin } from "../../kernel/caller-origin.ts";
import { notFound, Refusal } from "../../kernel/refusal.ts";
import { refuseForeignRecipients } from "../../keys/refuse-foreign-recipients.ts";
import { type RepeatableKey, type StoreAndQueueDeps, storeAndQueue, storedBefore } from "../accept/store-and-queue.ts";
import type { Intakes } from "../channel.ts";
import { addressesOf, isFinal, type Notification, ofChannel } from "../domain/notification.ts";
import type { ResendTo } from "../domain/resend-to.ts";
import type { NotificationStore } from "../ports.ts";

export interface ResendNotificationDeps extends StoreAndQueueDeps {
  readonly notifications: StoreAndQueueDeps["notifications"] & Pick<NotificationStore, "noteResend">;
  readonly channels: Intakes;
}

export interface Resending extends RepeatableKey {
  readonly resentFrom: string;
  readonly caller: CallerOrigin;
  /** The recipients of the resend; undefined means all recipients of the first notification. */
  readonly to?: ResendTo | undefined;
}

/**
 * Makes a new notification with the content, recipients, account and metadata of one that has ended (D42a). Only the account
 * is checked now; everything else that may have changed is checked when it is sent.
 * @throws Refusal `not_found`, `origin_not_allowed`, `invalid_request`, `recipient_not_allowed`, `notification_not_ended`,
 * `content_not_kept` or `daily_limit_reached`
 */
export async function resendNotification(
  deps: ResendNotificationDeps,
  { resentFrom, caller, to, ...key }: Resending,
): Promise<Notification> {
  const { owner } = key;
  const first = await deps.notifications.get(owner, resentFrom);
  if (first === undefined) throw notFound();
  const { channel, accountId, from, metadata, templateId, templateVersion, title, conversationId } = first;
  const intake = ofChannel(deps.channels, channel);
  const before = key.isRepeat ? await storedBefore(deps, key, intake) : undefined;
  if (before !== undefined) return before;
  const { callingKey } = key;
  await refuseForeignRecipients(callingKey, [first.recipient]);
  const recipients = to?.kind === "address" ? [to.address] : undefined;
  await intake.checkAgain(owner, accountId, { caller, recipients });
  if (!isFinal(first.status)) throw new Refusal("notification_not_ended", "notification has not ended");
  const content = await deps.notifications.findContent(owner, resentFrom);
  const isKept = content !== undefined && ((await intake.renew?.(content)) ?? true);
  if (!isKept) throw new Refusal("content_not_kept", "content is no longer kept");
  await refuseForeignRecipients(callingKey, addressesOf(content));
  const readdressed = await intake.readdress(content, first, to, key.id);
  const accepted = { accountId, from, templateId, templateVersion, title, conversationId, content: readdressed };
  // The resend is noted before it is stored, so that no crash between the two writes loses the note. Readers leave out a
  // resend that was never stored.
  await deps.notifications.noteResend({ owner, id: resentFrom }, key.id);
  return storeAndQueue(deps, key, { accepted, acceptance: intake, options: { metadata, resentFrom } });
}
