import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import { chatAccountRequest } from "../../../../shared/chat/contract/chat-account-request.ts";
import { chatTemplateRequest } from "../../../../shared/chat/contract/chat-template-request.ts";
import { variableNamesRequest } from "../../../../shared/chat/contract/variable-names.ts";
import { panelReplyRequest } from "../../../../shared/conversations/contract/panel/reply.ts";
import { replyRequest } from "../../../../shared/conversations/contract/reply.ts";
import { readShape } from "../../../../shared/edge/contract/refusal-message.ts";
import { sendingAccountRequest } from "../../../../shared/email/contract/sending-account-request.ts";
import { createNotificationBatch } from "../../../../shared/notifications/contract/batch.ts";
import { webhookRequest } from "../../../../shared/webhooks/contract/webhook-request.ts";

/** A body of 1 MiB has room for this many. */
const MANY = 200_000;
const HEADERS = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, "v"]));
const batchRequest = createNotificationBatch.body as z.ZodType;

const LISTS: readonly (readonly [string, z.ZodType, (list: unknown) => object])[] = [
  ["cc", notificationRequest, (cc) => ({ cc })],
  ["bcc", notificationRequest, (bcc) => ({ bcc })],
  ["reply_to", notificationRequest, (reply_to) => ({ reply_to })],
  ["attachments", notificationRequest, (attachments) => ({ attachments })],
  ["cc of a chat message", notificationRequest, (cc) => ({ channel: "chat", cc })],
  ["attachments of a chat message", notificationRequest, (attachments) => ({ channel: "chat", attachments })],
  ["notifications", batchRequest, (notifications) => ({ notifications })],
  ["event_types", webhookRequest, (event_types) => ({ event_types })],
  ["buttons", chatTemplateRequest, (buttons) => ({ buttons })],
  ["examples", chatTemplateRequest, (examples) => ({ body: { text: "a", examples } })],
  ["names", variableNamesRequest, (names) => ({ names })],
  ["fallback_parameters", replyRequest, (fallback_parameters) => ({ fallback_parameters })],
  ["template_parameters", panelReplyRequest, (template_parameters) => ({ template_parameters })],
  ["owners", chatAccountRequest, (owners) => ({ owners })],
  ["from_addresses", sendingAccountRequest, (from_addresses) => ({ from_addresses })],
  ["trusted_domains", sendingAccountRequest, (trusted_domains) => ({ trusted_domains })],
];

describe("a list of a body that is far too long", () => {
  it.each(LISTS)("%s is refused before its items are, whatever they are", (_, schema, bodyOf) => {
    for (const item of [1, "a", {}, []]) {
      const shape = readShape(schema, bodyOf(Array(MANY).fill(item)));
      expect("problems" in shape && shape.problems.length).toBeLessThanOrEqual(100);
      // The problem must not be that of a value for which the stack is too small.
      expect("problems" in shape && shape.problems).not.toContainEqual({ field: "", message: "invalid request body" });
    }
  });

  it("50,000 headers are one problem", () => {
    const shape = readShape(notificationRequest, { recipient: "a@b.test", subject: "s", body: "b", headers: HEADERS });
    expect(shape).toEqual({ problems: [{ field: "headers", message: "headers must be at most 20" }] });
  });

  it("the longest lists that are taken stay so: 10,000 empty copies, 10,000 owners", () => {
    const mail = { recipient: "a@b.test", subject: "s", body: "b", cc: Array(10_000).fill("") };
    expect(readShape(notificationRequest, mail)).toHaveProperty("data");
    const account = {
      ...{ label: "l", ownership_type: "service_managed", cloud_region: "eu-central-1" },
      ...{ business_account_id: "waba-1", origination_phone_number_id: "phone-number-id-1" },
      ...{ provider_business_account_id: "1", owners: Array.from({ length: 10_000 }, (_, i) => `owner-${i}`) },
    };
    expect(readShape(chatAccountRequest, account)).toHaveProperty("data");
  });
});
