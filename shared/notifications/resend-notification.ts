import type { CallerOrigin } from "../kernel/caller-origin.ts";
import { notFound, Refusal } from "../kernel/refusal.ts";
import type { Intakes } from "./channel.ts";
import { isFinal, type Notification } from "./domain/notification.ts";
import { type RepeatableKey, type StoreAndQueueDeps, storeAndQueue, unlessStored } from "./store-and-queue.ts";

export interface ResendNotificationDeps extends StoreAndQueueDeps {
  readonly channels: Intakes;
}

export interface Resending extends RepeatableKey {
  readonly resentFrom: string;
  readonly caller: CallerOrigin;
}

/**
 * D42a: a new notification with the content, the recipients, the account and the metadata of one that has ended. Whatever may have changed
 * since then beside its account is judged when it is sent.
 * @throws Refusal `not_found`, `origin_not_allowed`, `invalid_request`, `notification_not_ended` or `content_not_kept`
 */
export async function resendNotification(
  deps: ResendNotificationDeps,
  { resentFrom, caller, ...key }: Resending,
): Promise<Notification> {
  const { owner } = key;
  const first = await deps.notifications.get(owner, resentFrom);
  if (first === undefined) throw notFound();
  const { channel, accountId, metadata } = first;
  const intake = channelOf(deps.channels, channel);
  const { maxAttempts, beforeQueued } = intake;
  const accept = async () => {
    await intake.checkAgain(owner, accountId, caller);
    if (!isFinal(first.status)) throw new Refusal("notification_not_ended", "notification has not ended");
    const content = await deps.notifications.findContent(owner, resentFrom);
    const isKept = content !== undefined && ((await intake.renew?.(content)) ?? true);
    if (!isKept) throw new Refusal("content_not_kept", "content is no longer kept");
    const accepted = { accountId, content };
    return storeAndQueue(deps, key, {
      ...{ accepted, maxAttempts, options: { metadata, resentFrom } },
      ...(beforeQueued && { beforeQueued }),
    });
  };
  return unlessStored(deps, key, { accept, beforeQueued });
}

const channelOf = (channels: Intakes, channel: Notification["channel"]): Intakes[Notification["channel"]] =>
  channels[channel];
