import * as z from "zod";
import type { Simulator } from "../simulator.ts";

const envelope = z.looseObject({ whatsAppWebhookEntry: z.string() });
const entry = z.looseObject({
  changes: z.array(
    z.looseObject({
      value: z.looseObject({
        metadata: z.looseObject({ phone_number_id: z.string() }),
        messages: z
          .array(
            z.looseObject({
              from: z.string().optional(),
              from_user_id: z.string().optional(),
              timestamp: z.string().regex(/^\d{1,12}$/),
              type: z.string().optional(),
            }),
          )
          .default([]),
      }),
    }),
  ),
});

/**
 * Opens the service window if the published message is a customer's, since a test may publish messages by hand. Other
 * events and unreadable messages change nothing.
 */
export function noteEnvelope({ numbers, inbound }: Simulator, message: string): void {
  const outer = envelope.safeParse(parsed(message));
  const inner = entry.safeParse(outer.success ? parsed(outer.data.whatsAppWebhookEntry) : undefined);
  for (const { value } of inner.data?.changes ?? []) {
    const number = numbers.byProviderId(value.metadata.phone_number_id);
    if (!number) continue;
    for (const { from, from_user_id, timestamp, type } of value.messages) {
      const customers = [from, from_user_id].filter((one) => one !== undefined);
      if (type !== "system")
        inbound.openWindow(number.origination_phone_number_id, customers, Number(timestamp) * 1000);
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
