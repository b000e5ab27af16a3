import type { LocalStack } from "../../test/support/local-stack.ts";
import type { WebhookReceiver } from "../../test/support/webhook-receiver.ts";

/** Describes an event as a receiver got it. */
export interface ReceivedEvent {
  readonly id: string;
  readonly type: string;
  readonly notificationId: string;
  readonly body: string;
  /** The event arrived this long after its timestamp. */
  readonly lateMs: number;
}

export const eventsAt = (receiver: WebhookReceiver): readonly ReceivedEvent[] =>
  receiver.received.map(({ body, arrivedAtMs }) => {
    const { id, type, timestamp, data } = JSON.parse(body);
    return { id, type, notificationId: data.id, body, lateMs: arrivedAtMs - Date.parse(timestamp) };
  });

export async function addWebhook(stack: LocalStack, token: string, url: string): Promise<void> {
  const answer = await stack.call("POST", "/api/v1/webhooks", { token, json: { url } });
  if (answer.status !== 201) throw new Error(`no webhook: ${answer.status} ${answer.text}`);
}
