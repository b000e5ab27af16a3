import type { operations } from "../api/schema.ts";

type WebhookRequest = operations["createWebhook"]["requestBody"]["content"]["application/json"];
export type EventType = NonNullable<WebhookRequest["event_types"]>[number];

/** The types stand in the order in which the guide explains them. */
export const EVENT_TYPES: readonly EventType[] = [
  "notification.submitted",
  "notification.sent",
  "notification.delivered",
  "notification.read",
  "notification.retrying",
  "notification.failed",
  "notification.canceled",
  "notification.bounced",
  "notification.complained",
  "message.received",
  "chat_template.updated",
  "sending_account.failing",
  "sending_account.recovered",
  "recipient.suppressed",
  "recipient.unsubscribed",
  "webhook.disabled",
];

/** Reads the type from an address and ignores a misspelt one. */
export const eventTypeIn = (search: URLSearchParams): EventType | undefined =>
  EVENT_TYPES.find((one) => one === search.get("type"));

const textIn = (fields: Readonly<Record<string, unknown>>, name: string): string => {
  const value = fields[name];
  return typeof value === "string" ? value : "";
};

const fieldsIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** Returns the name by which an owner knows an event's subject: a recipient, a customer, a template, an account or an address. */
export function subjectOf(data: unknown): string {
  const fields = fieldsIn(data);
  const customer = textIn(fieldsIn(fields.conversation), "customer_phone");
  const names = ["recipient", "name", "label", "url", "id"].map((name) => textIn(fields, name));
  return [customer, ...names].find((one) => one !== "") ?? "";
}
