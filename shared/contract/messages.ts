import * as z from "zod";

/** On the delivery queue: keys only, never content. The account lets a worker group its batch. */
export const deliveryMessage = z.strictObject({ owner: z.string().min(1), id: z.guid(), accountId: z.guid() });
export type DeliveryMessage = z.output<typeof deliveryMessage>;

/** Undefined for what is not a delivery message. */
export function readDeliveryMessage(text: string): DeliveryMessage | undefined {
  try {
    return deliveryMessage.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
