import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

/** On the delivery queue: keys only, never content. What a later version adds is no reason to refuse a message. */
export const deliveryMessage = z.object({
  owner: ownerSub,
  id: z.guid(),
  /** Lets a worker group its batch. */
  accountId: z.guid(),
  /** When the sweep looks at the notification, in epoch milliseconds, as far as the message's sender knew. */
  dueAt: z.number().optional(),
  /** Others wait for the same account. */
  isBacklog: z.literal(true).optional(),
  /** How often in a row the notification could not be claimed. */
  outages: z.int().optional(),
});
export type DeliveryMessage = z.output<typeof deliveryMessage>;

/** Undefined for what is not a delivery message. */
export function readDeliveryMessage(text: string): DeliveryMessage | undefined {
  try {
    return deliveryMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
