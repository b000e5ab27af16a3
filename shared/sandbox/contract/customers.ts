import * as z from "zod";
import { isE164 } from "../../chat/domain/phone-number.ts";
import { timestamp } from "../../edge/contract/fields.ts";
import { cursor, limitParameter } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import type { SentToCustomer } from "../domain/sent-to-customer.ts";
import { customerMessageRequest } from "./customer-message.ts";

const phone = z.string().refine(isE164, { error: "phone must be a phone number in E.164, such as +351912345678" });
const phoneParams = z.strictObject({ phone });

const sentView = z
  .strictObject({
    id: z.string(),
    notification_id: z.guid(),
    sent_at: timestamp,
    message: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "SandboxChatMessage" });
const pageView = z
  .strictObject({ messages: z.array(sentView), next_cursor: z.string().optional() })
  .meta({ id: "SandboxChatMessagePage" });

export const toSentPageView = ({
  messages,
  nextCursor,
}: {
  readonly messages: readonly SentToCustomer[];
  readonly nextCursor?: string | undefined;
}): z.input<typeof pageView> => ({
  messages: messages.map(({ id, notificationId, sentAt, message }) => ({
    id,
    notification_id: notificationId,
    sent_at: sentAt,
    message: { ...message },
  })),
  ...(nextCursor !== undefined && { next_cursor: nextCursor }),
});

export const toReceivedView = (ids: {
  readonly conversationId: string;
  readonly messageId: string;
}): z.input<typeof receivedView> => ({ conversation_id: ids.conversationId, message_id: ids.messageId });

const receivedView = z
  .strictObject({ conversation_id: z.guid(), message_id: z.guid() })
  .meta({ id: "CustomerMessageAdded" });

const customerQuery = z.object({ limit: limitParameter({ max: 100, byDefault: 25 }), cursor });
export type CustomerListing = z.output<typeof customerQuery>;

const common = {
  group: "sandbox",
  params: phoneParams,
  impact: "owners cannot write as customers of their test mode, or see what these got",
} as const;
const listing = {
  ...common,
  method: "GET",
  query: customerQuery,
  success: { status: 200, schema: pageView },
  uses: ["sandbox:read"],
} as const;
const writing = {
  ...common,
  method: "POST",
  body: customerMessageRequest,
  success: { status: 201, schema: receivedView },
  // A customer's word may suppress the customer's number, or end that. A customer's file goes where copied files are kept.
  uses: ["config:read", "config:write", "chat:read", "chat:write", "media:retrieve"],
} as const;

export const listCustomerMessages = route({
  ...listing,
  operationId: "listCustomerMessages",
  summary: "List what a customer of test mode got",
  path: "/api/v1/sandbox/customers/{phone}/messages",
  auth: ["api-key"],
  refusals: ["invalid_request", "unauthorized", "test_key_required"],
});
export const listPanelCustomerMessages = route({
  ...listing,
  operationId: "listPanelCustomerMessages",
  summary: "List what a customer of test mode got for the panel",
  path: "/panel/api/sandbox/customers/{phone}/messages",
  auth: ["access-token"],
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
});

export const writeAsCustomer = route({
  ...writing,
  operationId: "writeAsCustomer",
  summary: "Write as a customer of test mode",
  path: "/api/v1/sandbox/customers/{phone}/messages",
  auth: ["api-key"],
  refusals: ["invalid_request", "unauthorized", "test_key_required"],
});
export const writeAsPanelCustomer = route({
  ...writing,
  operationId: "writeAsPanelCustomer",
  changes: "nothing",
  summary: "Write as a customer of test mode from the panel",
  path: "/panel/api/sandbox/customers/{phone}/messages",
  auth: ["access-token"],
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
});
