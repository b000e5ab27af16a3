import type { LinkedNumber } from "../demo-number.ts";

export interface InboundEvent {
  readonly wamid: string;
  readonly sentAtMs: number;
  /** The number in digits, as Meta writes it. It is absent for a customer who hides the number (W7). */
  readonly customer?: string | undefined;
  readonly userId: string;
  /** The name is empty for a customer without a profile name. */
  readonly profileName: string;
  /** Meta's message object without `from`, `id` and `timestamp`. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** Builds the JSON with which Meta reports a customer's message (W2.5). */
export function inboundValue(number: LinkedNumber, event: InboundEvent): string {
  const { wamid, sentAtMs, customer, userId, profileName, message } = event;
  const isSystem = message.type === "system";
  return JSON.stringify({
    messaging_product: "whatsapp",
    metadata: {
      display_phone_number: number.display_phone_number,
      phone_number_id: number.provider_phone_number_id,
    },
    ...(!isSystem && {
      contacts: [
        {
          ...(profileName && { profile: { name: profileName } }),
          ...(customer !== undefined && { wa_id: customer }),
          user_id: userId,
        },
      ],
    }),
    messages: [
      {
        ...(customer !== undefined && { from: customer }),
        from_user_id: userId,
        id: wamid,
        timestamp: String(Math.floor(sentAtMs / 1000)),
        ...message,
      },
    ],
  });
}
