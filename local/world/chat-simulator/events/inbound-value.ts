import type { LinkedNumber } from "../demo-number.ts";

export interface InboundEvent {
  readonly wamid: string;
  readonly sentAtMs: number;
  /** Digits, as Meta writes them; absent for a customer who hides the number (W7). */
  readonly customer?: string | undefined;
  readonly userId: string;
  /** Empty for a customer who has given none. */
  readonly profileName: string;
  /** Meta's message object without `from`, `id` and `timestamp`. */
  readonly message: Readonly<Record<string, unknown>>;
}

/** A customer's message as Meta reports it (W2.5), as JSON. */
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
