import { toExplanationView } from "../../../shared/channels/contract/explanation.ts";
import type { NotificationRequest } from "../../../shared/channels/contract/notification-request.ts";
import { toShownMessage } from "../../../shared/channels/contract/panel/message.ts";
import { explanations } from "../../../shared/channels/domain/explanations.ts";
import { cursors } from "../../../shared/edge/wiring.ts";
import type { SenderRequest } from "../../../shared/kernel/sender-request.ts";
import { submitNotification } from "../../../shared/notifications/accept/submit-notification.ts";
import { hastenRetry } from "../../../shared/notifications/change/hasten-retry.ts";
import { resendNotification } from "../../../shared/notifications/change/resend-notification.ts";
import { toNotificationView } from "../../../shared/notifications/contract/notifications.ts";
import { toAttachmentPart } from "../../../shared/notifications/contract/panel/message-file.ts";
import { toAcceptedNotification } from "../../../shared/notifications/contract/panel/new-notification.ts";
import { toDescribedNotification } from "../../../shared/notifications/contract/panel/notification.ts";
import { toListedNotification } from "../../../shared/notifications/contract/panel/notification-list.ts";
import {
  toRecipientView,
  toTimelineEntry,
} from "../../../shared/notifications/contract/panel/notification-timeline.ts";
import { isPartlyDelivered, recipientStates } from "../../../shared/notifications/domain/notification.ts";
import type { ResendTo } from "../../../shared/notifications/domain/resend-to.ts";
import type { NotificationKey } from "../../../shared/notifications/ports.ts";
import { describeNotification } from "../../../shared/notifications/read/describe-notification.ts";
import { type GetTimelineDeps, getTimeline } from "../../../shared/notifications/read/get-timeline.ts";
import {
  type NotificationSearch,
  searchNotifications,
} from "../../../shared/notifications/read/search-notifications.ts";
import { type FileAsk, readFile, showMessage } from "../../../shared/notifications/read/show-message.ts";
import { notificationServices } from "../../../shared/notifications/wiring.ts";
import { acceptance } from "./acceptance.ts";

/**
 * These functions import services only for the requests that need them. The overview and the keys, which every visit
 * requests, do without these services.
 */
const withNames = async () => ({
  ...notificationServices(),
  names: (await import("../../../shared/composition/names.ts")).names(),
});
const describing = async () => ({
  ...(await withNames()),
  ...(await import("../../../shared/composition/expanding.ts")).expandingServices(),
});
const showing = async () => (await import("../../../shared/composition/showing.ts")).showingServices();
const queueing = async () => ({
  ...notificationServices(),
  deliveryQueue: (await import("../../../shared/notifications/queue-wiring.ts")).deliveryQueue(),
});

export async function listed(owner: NotificationKey["owner"], search: NotificationSearch) {
  const deps = { ...(await withNames()), cursors: cursors(), explain: explanations.explain };
  const { notifications, nextCursor, lookedBackTo } = await searchNotifications(deps, owner, search);
  return {
    notifications: notifications.map(toListedNotification),
    ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
    ...(lookedBackTo === undefined ? {} : { looked_back_to: lookedBackTo }),
  };
}

export const described = async (key: NotificationKey) =>
  toDescribedNotification(await describeNotification(await describing(), key));

export const messageOf = async (key: NotificationKey) => toShownMessage(await showMessage(await showing(), key));

export const filePart = async (key: NotificationKey, part: FileAsk) =>
  toAttachmentPart(await readFile(await showing(), key, part));

export async function timelineOf(deps: GetTimelineDeps, key: NotificationKey) {
  const { notification, events, addresses } = await getTimeline(deps, { ...key, names: "if-different" });
  const { id, status, sendAt, metadata, resentFrom, recipients, feedback } = notification;
  const isTold = recipients !== undefined || feedback !== undefined;
  return {
    id,
    status,
    ...(sendAt === undefined ? {} : { send_at: sendAt }),
    ...(metadata && { metadata }),
    ...(resentFrom === undefined ? {} : { resent_from: resentFrom }),
    partly_delivered: isPartlyDelivered(notification),
    explanation: toExplanationView(explanations.explain(notification)),
    events: events.map((event) => toTimelineEntry(notification, event)),
    recipients: isTold
      ? recipientStates(notification).map((state) => toRecipientView(notification, state, addresses))
      : [],
  };
}

export const retried = async (key: NotificationKey) => toNotificationView(await hastenRetry(await queueing(), key));

/** The allowed domains of a sending account limit programs with an API key, but not the account's owner at the panel. */
const BY_OWNER = { isOwner: true } as const;

interface SendingRequest {
  readonly owner: NotificationKey["owner"];
  readonly reservedId?: string | undefined;
  readonly isRepeat?: boolean | undefined;
}

interface NewRequest extends SendingRequest {
  readonly body: NotificationRequest;
  readonly madeBy: SenderRequest;
}

export async function submitted({ owner, body, reservedId, isRepeat, madeBy }: NewRequest) {
  const deps = await acceptance();
  const id = reservedId ?? deps.identifiers.newId();
  return toAcceptedNotification(
    await submitNotification(deps, { owner, id, isRepeat, madeBy, caller: BY_OWNER }, body),
  );
}

interface ResendRequest extends SendingRequest {
  readonly params: Pick<NotificationKey, "id">;
}

export async function resent(
  { owner, params, reservedId, isRepeat }: ResendRequest,
  { madeBy, to }: { readonly madeBy: SenderRequest; readonly to?: ResendTo },
) {
  const deps = await acceptance();
  const id = reservedId ?? deps.identifiers.newId();
  const resending = { owner, id, isRepeat, madeBy, caller: BY_OWNER, to };
  return toNotificationView(await resendNotification(deps, { ...resending, resentFrom: params.id }));
}
