import { describe, expect, it } from "vitest";
import { EVENT_TYPES, eventTypeIn, subjectOf } from "../../../../../panel/src/explain/event-types.ts";
import {
  deliveryStatusIn,
  momentOf,
  tookText,
  typesText,
  webhookRequest,
} from "../../../../../panel/src/pages/webhooks/webhook-draft.ts";
import { EVENT_TYPES as KNOWN } from "../../../../../shared/events/domain/event-types.ts";
import { webhookRequest as contract } from "../../../../../shared/webhooks/contract/webhook-request.ts";

const types = (search: string) => eventTypeIn(new URLSearchParams(search));

describe("events in the panel", () => {
  it("have every type that the service has, and no other", () => {
    expect(EVENT_TYPES).toEqual(KNOWN);
    expect([types("type=message.received"), types("type=message"), types("")]).toEqual([
      "message.received",
      undefined,
      undefined,
    ]);
  });

  it("say what they are about", () => {
    expect(subjectOf({ id: "1", recipient: "anna@example.org" })).toBe("anna@example.org");
    expect(subjectOf({ conversation: { customer_phone: "+351" }, message: {} })).toBe("+351");
    expect(subjectOf({ id: "1", name: "order_ready" })).toBe("order_ready");
    expect(subjectOf({ id: "1", label: "Shop" })).toBe("Shop");
    expect([subjectOf({ id: "1" }), subjectOf({}), subjectOf(null), subjectOf({ recipient: 7 })]).toEqual([
      "1",
      "",
      "",
      "",
    ]);
  });
});

describe("a webhook's form", () => {
  it("asks for what was filled in, in a form that the service takes", () => {
    const texts = {
      url: "https://shop.test/h",
      description: "Shop",
      "type:message.received": "on",
      "type:nothing": "on",
    };
    const request = { url: texts.url, description: "Shop", event_types: ["message.received"], enabled: false };
    expect(webhookRequest(texts)).toEqual(request);
    expect(webhookRequest({ url: texts.url, enabled: "on" })).toMatchObject({ event_types: [], enabled: true });
    expect(contract.parse(webhookRequest(texts))).toMatchObject({ url: texts.url, isEnabled: false });
  });

  it("shows a few of its types, and how many more", () => {
    expect([typesText([]), typesText(["a", "b"]), typesText(["a", "b", "c"])]).toEqual([
      "all",
      "a, b",
      "a, b and 1 more",
    ]);
  });

  it("takes a moment of the reader's own time", () => {
    expect(momentOf("2026-11-23T04:00")).toBe(new Date(2026, 10, 23, 4).toISOString());
    expect([momentOf(""), momentOf(undefined), momentOf("soon")]).toEqual([undefined, undefined, undefined]);
  });

  it("tells how long an answer took", () => {
    expect([tookText(0), tookText(999), tookText(15_000)]).toEqual(["0 ms", "999 ms", "15 s"]);
  });

  it("reads the status of deliveries from the address", () => {
    const status = (search: string) => deliveryStatusIn(new URLSearchParams(search));
    expect([status("status=failed"), status("status=lost"), status("")]).toEqual(["failed", undefined, undefined]);
  });
});
