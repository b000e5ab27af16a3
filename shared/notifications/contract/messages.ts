import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

/** A delivery message holds keys and never content. Unknown fields of a later version are ignored. */
export const deliveryMessage = z.object({
  owner: ownerSub,
  id: z.guid(),
  /** The id of the account, by which a worker groups the messages of its batch. */
  accountId: z.guid(),
  /** `dueAt` is the epoch millisecond at which the sweep looks at the notification next, as known when the message was written. */
  dueAt: z.number().optional(),
  /** `isBacklog` is set when other notifications wait for the same account. */
  isBacklog: z.literal(true).optional(),
  /** `outages` counts how often in a row the notification could not be claimed. */
  outages: z.int().optional(),
});
export type DeliveryMessage = z.output<typeof deliveryMessage>;

/** Returns undefined when the text is not a delivery message. */
export function readDeliveryMessage(text: string): DeliveryMessage | undefined {
  try {
    return deliveryMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
