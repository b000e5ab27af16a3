import * as z from "zod";
import { CHANNELS } from "../../channels/domain/channel-names.ts";
import { cursor, limitParameter } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import { type Notification, STATUSES } from "../domain/notification.ts";
import { notificationView, toNotificationView } from "./notifications.ts";

export const listedView = notificationView
  .extend({
    recipient: z.string().optional(),
  })
  .meta({ id: "NotificationWithRecipient" });

export const toListedView = (notification: Notification): z.input<typeof listedView> => ({
  ...toNotificationView(notification),
  ...(notification.recipient === undefined ? {} : { recipient: notification.recipient }),
});

const filter = <const Values extends readonly [string, ...string[]]>(field: string, values: Values) =>
  z.enum(values, { error: `${field} must be one of: ${values.join(", ")}` }).optional();
export const statusFilter = filter("status", STATUSES);
export const channelFilter = filter("channel", CHANNELS);

export const time = (field: string) =>
  z.iso
    .datetime({ offset: true, error: `${field} must be an RFC 3339 time` })
    .transform((text) => Date.parse(text))
    .optional()
    .meta({ type: "string", format: "date-time" });

export const recipientFilter = z.string().min(1, { error: "recipient must not be empty" }).optional();

const METADATA = "metadata.";

const fields = z.looseObject({
  status: statusFilter,
  channel: channelFilter,
  recipient: recipientFilter,
  since: time("since"),
  until: time("until"),
  limit: limitParameter({ max: 100, byDefault: 25 }),
  cursor,
});

/** Parameters named `metadata.<name>` become one map. Unknown parameters are ignored. */
export const notificationListQuery = fields.transform(
  ({ status, channel, recipient, since, until, limit, ...rest }) => ({
    status,
    channel,
    recipient,
    sinceMs: since,
    untilMs: until,
    limit,
    cursor: rest.cursor,
    metadata: Object.fromEntries(
      Object.entries(rest).flatMap(([name, value]) =>
        name.startsWith(METADATA) && typeof value === "string" ? [[name.slice(METADATA.length), value]] : [],
      ),
    ),
  }),
);

export const notificationPageView = z
  .strictObject({
    notifications: z.array(listedView),
    next_cursor: z.string().optional(),
  })
  .meta({ id: "NotificationPage" });

/** The page as `pageOfNotifications` found it. */
export const toNotificationPageView = ({
  notifications,
  nextCursor,
}: {
  readonly notifications: readonly Notification[];
  readonly nextCursor?: string | undefined;
}): z.input<typeof notificationPageView> => ({
  notifications: notifications.map(toListedView),
  ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
});

export const listNotifications = route({
  operationId: "listNotifications",
  group: "notifications",
  summary: "List notifications",
  method: "GET",
  path: "/api/v1/notifications",
  auth: ["api-key"],
  query: notificationListQuery,
  success: { status: 200, schema: notificationPageView },
  refusals: ["invalid_request", "unauthorized"],
  uses: ["notifications:read", "content:read"],
  impact: "senders cannot look through their notifications",
});
