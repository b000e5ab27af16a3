import * as z from "zod";
import { EXPLANATION_CODES } from "../../../channels/domain/explanation-codes.ts";
import { timestamp, uuid } from "../../../edge/contract/fields.ts";
import { cursor } from "../../../edge/contract/paging.ts";
import { route } from "../../../edge/contract/route.ts";
import type { NamedNotification } from "../../domain/named-notification.ts";
import { isPartlyDelivered, STATUSES } from "../../domain/notification.ts";
import { reachOf } from "../../domain/reach.ts";
import { channelFilter, listedView, time, toListedView } from "../notification-list.ts";

export const partlyDelivered = z.boolean();

const reachView = z
  .strictObject({
    delivered: z.int(),
    total: z.int(),
    report: z.enum(["delivered", "read"]).optional(),
  })
  .meta({ id: "Reach" });

export const listedNotification = listedView
  .extend({
    recipients_count: z.int(),
    title: z.string().optional(),
    account_id: z.guid(),
    account: z.strictObject({ id: z.guid(), name: z.string() }).optional().meta({ id: "NotificationAccount" }),
    template: z.strictObject({ id: z.guid(), name: z.string() }).optional().meta({ id: "NotificationTemplate" }),
    partly_delivered: partlyDelivered,
    outcome: reachView,
    next_attempt_at: timestamp.optional(),
    resends: z.int().positive().optional(),
  })
  .meta({ id: "ListedNotification" });

export function toListedNotification({
  notification,
  accountName,
  templateName,
}: NamedNotification): z.input<typeof listedNotification> {
  const { title, accountId, templateId, nextAttemptAt, resentAs = [] } = notification;
  const outcome = reachOf(notification);
  return {
    ...toListedView(notification),
    recipients_count: outcome.total,
    ...(title === undefined ? {} : { title }),
    account_id: accountId,
    ...(accountName === undefined ? {} : { account: { id: accountId, name: accountName } }),
    ...(templateId === undefined || templateName === undefined
      ? {}
      : { template: { id: templateId, name: templateName } }),
    partly_delivered: isPartlyDelivered(notification),
    outcome,
    ...(nextAttemptAt === undefined ? {} : { next_attempt_at: nextAttemptAt }),
    ...(resentAs.length === 0 ? {} : { resends: resentAs.length }),
  };
}

const MAX_PAGE = 100;
const DEFAULT_PAGE = 25;
const limitError = `limit must be an integer from 1 to ${MAX_PAGE}`;
const statusError = `status must be one of: ${STATUSES.join(", ")}`;
const MAX_TEXT = 200;

const statuses = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(z.enum(STATUSES, { error: statusError })))
  .optional()
  .meta({ type: "string" });

export const listNotificationsQuery = z
  .object({
    q: z
      .string()
      .max(MAX_TEXT, { error: `q must have at most ${MAX_TEXT} characters` })
      .optional(),
    status: statuses,
    channel: channelFilter,
    reason: z.enum(EXPLANATION_CODES, { error: "reason must be the code of an explanation" }).optional(),
    account_id: uuid("account_id").optional(),
    template_id: uuid("template_id").optional(),
    since: time("since"),
    until: time("until"),
    metadata: z
      .string()
      .regex(/^[^=]+=/, { error: "metadata must be name=value" })
      .transform((pair) => ({ [pair.slice(0, pair.indexOf("="))]: pair.slice(pair.indexOf("=") + 1) }))
      .optional()
      .meta({ type: "string" }),
    limit: z.coerce
      .number({ error: limitError })
      .int({ error: limitError })
      .min(1, { error: limitError })
      .max(MAX_PAGE, { error: limitError })
      .default(DEFAULT_PAGE),
    cursor,
  })
  .transform(({ q, status, account_id: accountId, template_id: templateId, since, until, ...same }) => ({
    ...same,
    text: q,
    statuses: status,
    accountId,
    templateId,
    sinceMs: since,
    untilMs: until,
  }));

export const listPanelNotifications = route({
  group: "panel",
  auth: ["access-token"],
  operationId: "listPanelNotifications",
  summary: "List notifications",
  method: "GET",
  path: "/panel/api/notifications",
  query: listNotificationsQuery,
  success: {
    status: 200,
    schema: z.strictObject({
      notifications: z.array(listedNotification),
      next_cursor: z.string().optional(),
      looked_back_to: timestamp.optional(),
    }),
  },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: ["notifications:read", "content:read", "config:read"],
  impact: "owners cannot see their notifications in the panel",
});
