import type { components, operations } from "../../api/schema.ts";
import { EVENT_TYPES } from "../../explain/event-types.ts";
import { durationText } from "../../explain/times.ts";
import type { Tone } from "../../explain/tone.ts";

export type Webhook = components["schemas"]["Webhook"];
export type WebhookWithSecret = components["schemas"]["WebhookWithSecret"];
export type WebhookDelivery = components["schemas"]["WebhookDelivery"];
export type WebhookRequest = operations["createWebhook"]["requestBody"]["content"]["application/json"];
export type DeliveryStatus = WebhookDelivery["status"];

/** The checkboxes of the form have this prefix in their names. */
export const TYPE_FIELD = "type:";

/** Builds the request from the form; the service validates it. */
export const webhookRequest = (texts: Readonly<Record<string, string>>): WebhookRequest => ({
  url: texts.url ?? "",
  event_types: EVENT_TYPES.filter((type) => texts[TYPE_FIELD + type] === "on"),
  description: texts.description ?? "",
  enabled: texts.enabled === "on",
});

/** Builds the request that writes a webhook again as it is. */
export const requestOf = ({ url, event_types, description, enabled }: Webhook): WebhookRequest => ({
  url,
  event_types: EVENT_TYPES.filter((type) => event_types.includes(type)),
  description,
  enabled,
});

export const typesText = (types: readonly string[]): string => {
  if (types.length === 0) return "all";
  return types.length > 2 ? `${types.slice(0, 2).join(", ")} and ${types.length - 2} more` : types.join(", ");
};

/** Converts a `datetime-local` field, in the reader's time zone, to the format of the service; undefined if it holds no time. */
export function momentOf(local: string | undefined): string | undefined {
  const at = Date.parse(local ?? "");
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** Shows milliseconds up to a second, because most receivers answer that fast. */
export const tookText = (ms: number): string => (ms < 1000 ? `${ms} ms` : durationText(ms));

export const DELIVERY_TEXT: Readonly<Record<DeliveryStatus, readonly [label: string, tone: Tone]>> = {
  success: ["Delivered", "ok"],
  failed: ["Failed", "bad"],
  pending: ["Waiting", "wait"],
};

export const DELIVERY_STATUSES: readonly DeliveryStatus[] = ["success", "failed", "pending"];

/** Reads the status from an address and ignores a misspelt one. */
export const deliveryStatusIn = (search: URLSearchParams): DeliveryStatus | undefined =>
  DELIVERY_STATUSES.find((one) => one === search.get("status"));

/** A service without TLS runs on one machine, so it may post to programs on that machine. */
export const addressHint = (serviceUrl: string): string =>
  serviceUrl.startsWith("https:")
    ? "https, and reachable from the internet."
    : "http or https; an address of this machine works, too.";
