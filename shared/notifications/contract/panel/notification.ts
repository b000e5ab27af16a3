import * as z from "zod";
import {
  type ExpandedRequest,
  expandedRequest,
  toExpandedRequest,
} from "../../../channels/contract/expanded-request.ts";
import { idParams } from "../../../edge/contract/fields.ts";
import { route } from "../../../edge/contract/route.ts";
import type { DescribedNotification } from "../../domain/named-notification.ts";
import { MAX_RESENDS } from "../../domain/resend.ts";
import { listedNotification, toListedNotification } from "./notification-list.ts";

const requestView = z
  .strictObject({
    request_id: z.string().optional(),
    key: z.strictObject({ id: z.string(), name: z.string() }).optional().meta({ id: "RequestKey" }),
    person: z.string().optional(),
    idempotency_key: z.string().optional(),
  })
  .meta({ id: "SenderRequest" });

const describedNotification = listedNotification
  .extend({
    template_id: z.guid().optional(),
    conversation_id: z.guid().optional(),
    trace_id: z.string().optional(),
    request: requestView.optional(),
    sent: expandedRequest,
    resent_as: z.array(z.guid()).max(MAX_RESENDS),
    content_kept: z.boolean(),
  })
  .meta({ id: "DescribedNotification" });

export function toDescribedNotification(
  described: DescribedNotification<ExpandedRequest>,
): z.input<typeof describedNotification> {
  const { notification, madeBy, sent, resends, isContentKept } = described;
  const { templateId, conversationId, traceId } = notification;
  return {
    ...toListedNotification(described),
    ...(templateId === undefined ? {} : { template_id: templateId }),
    ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
    ...(traceId === undefined ? {} : { trace_id: traceId }),
    ...(madeBy && { request: toRequestView(madeBy) }),
    sent: toExpandedRequest(sent),
    resent_as: resends.map(({ id }) => id),
    content_kept: isContentKept,
  };
}

function toRequestView(madeBy: NonNullable<DescribedNotification["madeBy"]>): z.input<typeof requestView> {
  const { requestId, key, person, idempotencyKey } = madeBy;
  return {
    ...(requestId === undefined ? {} : { request_id: requestId }),
    ...(key && { key }),
    ...(person === undefined ? {} : { person }),
    ...(idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey }),
  };
}

export const getPanelNotification = route({
  group: "panel",
  auth: ["access-token"],
  operationId: "getPanelNotification",
  summary: "Read a notification with the request that made it",
  method: "GET",
  path: "/panel/api/notifications/{id}",
  params: idParams,
  success: { status: 200, schema: describedNotification },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["notifications:read", "content:read", "config:read"],
  impact: "owners cannot see a notification in the panel",
});
