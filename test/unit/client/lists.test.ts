import { describe, expect, it } from "vitest";
import { aClient, aNotification } from "./a-server.ts";

const ID = "0190b2a0-0000-7000-8000-000000000001";
const NOON = "2026-01-01T12:00:00Z";
const aConversation = (id: string) => ({
  ...{ id, chat_account_id: ID, customer_phone: "+14155550123", window_open: false },
  ...{ service_window_expires_at: NOON, updated_at: NOON },
});
const aMessage = (id: string) => ({ id, direction: "inbound", message_type: "text", occurred_at: NOON, payload: {} });
const aDelivery = (event_id: string) => ({ event_id, type: "notification.sent", status: "success", at: NOON });

type Walk = (herald: ReturnType<typeof aClient>["herald"]) => AsyncGenerator<{ id?: string; event_id?: string }>;
const LISTS: readonly (readonly [name: string, item: (id: string) => object, walk: Walk, search: string])[] = [
  [
    "notifications",
    (id) => aNotification({ id }),
    (herald) => herald.notifications.list({ status: "sent" }),
    "status=sent",
  ],
  ["conversations", aConversation, (herald) => herald.conversations.list({ window: "open" }), "window=open"],
  ["messages", aMessage, (herald) => herald.conversations.messages(ID, { limit: 2 }), "limit=2"],
  ["deliveries", aDelivery, (herald) => herald.webhooks.deliveries(ID, { status: "success" }), "status=success"],
];

describe.each(LISTS)("the list of %s", (name, item, walk, search) => {
  const page = (ids: readonly string[], next_cursor?: string) => ({
    status: 200,
    // The answer contains the state of the conversation beside the messages.
    json: { ...aConversation(ID), [name]: ids.map(item), next_cursor },
  });

  it("walks through every page, empty ones too, with the same filters", async () => {
    const { herald, seen } = aClient([page(["1", "2"], "c+1"), page([], "c2"), page(["3"])]);
    const ids: unknown[] = [];
    for await (const { id, event_id } of walk(herald)) ids.push(id ?? event_id);
    expect(ids).toEqual(["1", "2", "3"]);
    const searches = ["", "&cursor=c%2B1", "&cursor=c2"].map((cursor) => `?${search}${cursor}`);
    expect(seen.map(({ url }) => new URL(url).search)).toEqual(searches);
  });

  it("asks for no page that its caller does not reach, and fails when a cursor repeats", async () => {
    const { herald, seen } = aClient([page(["1"], "c")]);
    for await (const _ of walk(herald)) break;
    expect(seen).toHaveLength(1);
    const circle = async () => {
      for await (const _ of walk(herald)) expect(seen.length).toBeLessThan(9);
    };
    await expect(circle()).rejects.toThrow("the list does not go on");
  });
});
