import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import { notFound } from "../kernel/refusal.ts";
import type { DeliveryListing, ShownDeliveryPage } from "./contract/webhook-deliveries.ts";
import type { WebhookAddress, WebhookLog, WebhookStore } from "./ports.ts";

export interface ListWebhookDeliveriesDeps {
  readonly webhooks: Pick<WebhookStore, "get">;
  readonly webhookLog: Pick<WebhookLog, "list">;
  readonly cursors: Cursors;
}

/** Lists the tries of a webhook. A cursor is valid only for the same owner, webhook and status, but for any limit (D31). */
export async function listWebhookDeliveries(
  { webhooks, webhookLog, cursors }: ListWebhookDeliveriesDeps,
  { owner, id }: WebhookAddress,
  { status, limit, cursor }: Omit<DeliveryListing, "details">,
): Promise<ShownDeliveryPage> {
  const bound = boundCursors(cursors, owner, JSON.stringify(["webhook-deliveries", id, status]));
  const from = bound.read(cursor);
  if ((await webhooks.get(owner, id)) === undefined) throw notFound();
  const page = await webhookLog.list(id, { status, limit, from });
  return { deliveries: page.deliveries, ...bound.next(page.next) };
}
