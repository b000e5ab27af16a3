import { notFound } from "../../kernel/refusal.ts";
import type { DescribedNotification } from "../domain/named-notification.ts";
import { type Notification, ofChannel } from "../domain/notification.ts";
import type { NotificationKey } from "../ports.ts";
import type { ExpandNotificationDeps } from "./expand-notification.ts";
import { type Names, named } from "./named-notifications.ts";

export interface DescribeNotificationDeps<Expanded extends object = object> extends ExpandNotificationDeps<Expanded> {
  readonly names: Names;
}

/** Returns all that is known of a notification, except what its message says. */
export async function describeNotification<Expanded extends object>(
  { notifications, expanders, names }: DescribeNotificationDeps<Expanded>,
  { owner, id }: NotificationKey,
): Promise<DescribedNotification<Expanded>> {
  const [state, content] = await Promise.all([notifications.get(owner, id), notifications.findContent(owner, id)]);
  if (state === undefined) throw notFound();
  const recipient = state.recipient ?? content?.recipient;
  const notification: Notification = { ...state, recipient };
  const [[one = { notification }], sent, resends] = await Promise.all([
    named(names, [notification]),
    ofChannel(expanders, state.channel).expand(state, content),
    notifications.resendsOf(state),
  ]);
  return { ...one, sent, resends, madeBy: content?.madeBy, isContentKept: content !== undefined };
}
