import { describe, expect, it } from "vitest";
import { aClient } from "./a-server.ts";

const WEBHOOK = {
  id: "0190b2a0-0000-7000-8000-000000000001",
  url: "https://shop.test/herald",
  event_types: ["notification.failed"],
  description: "",
  enabled: true,
  status: "enabled",
  created_at: "2026-01-01T00:00:00Z",
  updated_at: "2026-01-01T00:00:00Z",
};
const WITH_SECRET = { ...WEBHOOK, secret: `whsec_${"A".repeat(43)}=` };
const ANSWER = { status_code: 204, duration_ms: 12, body: "" };
const TRY = { event_id: "evt_1", type: "notification.failed", status: "pending", at: "2026-01-01T00:00:00Z" };
const ok = (json: unknown, status = 200) => ({ status, json });

describe("herald.webhooks", () => {
  it("asks each route with the access token, and answers what it says", async () => {
    const turns = [ok([WEBHOOK]), ok(WITH_SECRET, 201), ok(WEBHOOK), ok(WEBHOOK), ok(WITH_SECRET), ok(ANSWER)];
    const more = [ok({ deliveries: [TRY], next_cursor: "b" }), ok({ status: "pending" }, 202), { status: 204 }];
    const { herald, seen } = aClient([...turns, ...more]);
    const { webhooks } = herald;
    const request = { url: WEBHOOK.url, event_types: ["notification.failed"] } as const;
    expect(await webhooks.list()).toEqual([WEBHOOK]);
    expect(await webhooks.create({ ...request, event_types: [...request.event_types] })).toEqual(WITH_SECRET);
    expect(await webhooks.get("a/b")).toEqual(WEBHOOK);
    expect(await webhooks.replace("1", { url: WEBHOOK.url, enabled: false })).toEqual(WEBHOOK);
    expect(await webhooks.rotateSecret("1", { grace_seconds: 0 })).toEqual(WITH_SECRET);
    expect(await webhooks.test("1")).toEqual(ANSWER);
    expect(await webhooks.deliveryPage("1", { status: "pending" })).toEqual({ deliveries: [TRY], next_cursor: "b" });
    expect(await webhooks.retry("1", "evt_1")).toEqual({ status: "pending" });
    expect(await webhooks.delete("1")).toBeUndefined();
    expect(seen.map(({ method, url }) => `${method} ${url.replace("https://herald.test/base/api/v1", "")}`)).toEqual([
      "GET /webhooks",
      "POST /webhooks",
      "GET /webhooks/a%2Fb",
      "PUT /webhooks/1",
      "POST /webhooks/1/rotate-secret",
      "POST /webhooks/1/test",
      "GET /webhooks/1/deliveries?status=pending",
      "POST /webhooks/1/deliveries/evt_1/retry",
      "DELETE /webhooks/1",
    ]);
    expect(new Set(seen.map(({ headers }) => headers.get("authorization")))).toEqual(new Set(["Bearer token"]));
    expect(seen.map(({ body }) => (body === undefined ? undefined : JSON.parse(String(body))))).toEqual([
      ...[undefined, request, undefined, { url: WEBHOOK.url, enabled: false }, { grace_seconds: 0 }],
      ...[undefined, undefined, undefined, undefined],
    ]);
  });

  it("asks for a replay since a time, once", async () => {
    const { herald, seen } = aClient([{ status: 503, json: { error: "down" } }, ok({ status: "pending" }, 202)]);
    const since = "2026-01-01T00:00:00Z";
    await expect(herald.webhooks.replay("1", { since })).rejects.toMatchObject({ status: 503 });
    expect(await herald.webhooks.replay("1", { since })).toEqual({ status: "pending" });
    expect(seen.map(({ url, body }) => [url.split("/").at(-1), JSON.parse(String(body))])).toEqual([
      ["replay", { since }],
      ["replay", { since }],
    ]);
  });
});
