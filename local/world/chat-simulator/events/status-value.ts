import type { StatusName } from "../behaviour.ts";
import type { LinkedNumber } from "../demo-number.ts";
import type { OutboundMessage } from "../outbound-store.ts";
import { userIdOf } from "../provider-ids.ts";
import type { MetaError } from "./meta-error.ts";

export interface StatusEvent {
  readonly status: StatusName;
  readonly atMs: number;
  readonly errors?: readonly MetaError[];
}

/** Builds the JSON with which Meta reports a status of a sent message (W2.4). */
export function statusValue(
  number: LinkedNumber,
  message: OutboundMessage,
  { status, atMs, errors, omitCallbackData }: StatusEvent & { omitCallbackData: boolean },
): string {
  const isPhone = /^\d+$/.test(message.customer);
  const userId = isPhone ? userIdOf(message.customer) : message.customer;
  const callbackData = message.message.biz_opaque_callback_data;
  return JSON.stringify({
    messaging_product: "whatsapp",
    metadata: {
      display_phone_number: number.display_phone_number,
      phone_number_id: number.provider_phone_number_id,
    },
    ...(status !== "failed" && {
      contacts: [{ profile: { name: "Customer" }, ...(isPhone && { wa_id: message.customer }), user_id: userId }],
    }),
    statuses: [
      {
        id: message.wamid,
        status,
        timestamp: String(Math.floor(atMs / 1000)),
        ...(isPhone && { recipient_id: message.customer }),
        recipient_user_id: userId,
        ...(callbackData !== undefined && !omitCallbackData && { biz_opaque_callback_data: callbackData }),
        ...(errors ? { errors } : { pricing: pricingOf(message) }),
      },
    ],
  });
}

function pricingOf({ message }: OutboundMessage) {
  return {
    billable: message.type === "template",
    pricing_model: "PMP",
    type: message.type === "template" ? "regular" : "free_customer_service",
    category: message.type === "template" ? "utility" : "service",
  };
}
