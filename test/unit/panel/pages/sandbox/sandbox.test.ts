import { describe, expect, it } from "vitest";
import { aheadText } from "../../../../../panel/src/explain/test-clock.ts";
import { secondsIn } from "../../../../../panel/src/pages/sandbox/move-by.ts";
import { type Found, nextThing, secondsTo } from "../../../../../panel/src/pages/sandbox/next-thing.ts";
import { pathOf, placeIn } from "../../../../../panel/src/pages/sandbox/place.ts";
import {
  jsonMessage,
  phoneIn,
  telephoneOf,
  textMessage,
  textOf,
} from "../../../../../panel/src/pages/sandbox/telephone.ts";

const NOW = Date.parse("2026-11-27T12:00:00.000Z");
const at = (seconds: number): string => new Date(NOW + seconds * 1000).toISOString();

const NOTHING: Found = { waiting: [], approvals: [], windows: [] };
const waiting = { id: "n1", channel: "email", recipient: "ana@example.com", attempts: 1 } as const;
const approval = { id: "n2", expires_at: at(600), notification: { recipient: "bo@example.com" } };
const window = { id: "c1", customer_phone: "+351912345678", service_window_expires_at: at(900) };

describe("what happens next in test mode", () => {
  it("is the earliest of the attempts, scheduled sends, approvals and windows", () => {
    const retry = { ...waiting, next_attempt_at: at(60) };
    const later = { ...waiting, id: "n3", channel: "chat", attempts: 0, send_at: at(30) } as const;
    const found = { waiting: [retry], approvals: [approval], windows: [window] };
    expect(nextThing(found, NOW)).toEqual({
      ...{ at: at(60), what: "a retry of the mail to ana@example.com", path: "/notifications/n1" },
    });
    expect(nextThing({ ...found, waiting: [retry, later] }, NOW)).toMatchObject({
      ...{ at: at(30), what: "the scheduled message to ana@example.com" },
    });
    expect(nextThing({ ...found, waiting: [] }, NOW)).toMatchObject({ at: at(600), path: "/approvals" });
    expect(nextThing({ ...NOTHING, windows: [window] }, NOW)).toMatchObject({ at: at(900), path: "/conversations/c1" });
  });

  it("is nothing that has been, and no attempt of what waits for a person", () => {
    const asked = { ...waiting, id: "n2", attempts: 0, next_attempt_at: at(5) };
    expect(nextThing({ ...NOTHING, waiting: [asked], approvals: [approval] }, NOW)).toMatchObject({ at: at(600) });
    const past = { ...waiting, next_attempt_at: at(-5) };
    expect(nextThing({ ...NOTHING, waiting: [past, { ...waiting, id: "n4" }] }, NOW)).toBeUndefined();
  });

  it("is come to by whole seconds, and never before its time", () => {
    expect(secondsTo(at(60), NOW)).toBe(60);
    expect(secondsTo(at(60), NOW + 1)).toBe(60);
    expect(secondsTo(at(0.2), NOW)).toBe(1);
  });
});

describe("a span of time", () => {
  it.each([
    ["90", 5400],
    ["90 min", 5400],
    ["2h", 7200],
    ["3 days", 259_200],
    ["1 h 30 min", 5400],
    ["1 week", 604_800],
    ["10 s", 10],
  ])("%j is understood", (text, seconds) => {
    expect(secondsIn(text)).toBe(seconds);
  });

  it.each(["", "0", "soon", "3 moons", "-2 h", "1.5 h", "h 3"])("%j is not", (text) => {
    expect(secondsIn(text)).toBeUndefined();
  });

  it("is said in its two largest units", () => {
    expect([0, 1, 61, 3600, 90_000, 86_460, 266_400].map(aheadText)).toEqual([
      ...["0 seconds", "1 second", "1 minute 1 second", "1 hour", "1 day 1 hour", "1 day", "3 days 2 hours"],
    ]);
  });
});

describe("the address of the sandbox", () => {
  it.each([
    [{ show: "mails" }, "/sandbox"],
    [{ show: "mails", to: "ana@example.com", mail: "m1" }, "/sandbox?to=ana%40example.com&mail=m1"],
    [{ show: "customers" }, "/sandbox?show=customers"],
    [{ show: "customers", customer: "+351912345678" }, "/sandbox?customer=%2B351912345678"],
  ] as const)("of %j is %s, and back", (place, path) => {
    expect(pathOf(place)).toBe(path);
    expect(placeIn(new URL(path, "http://panel.test").searchParams)).toMatchObject(place);
  });
});

describe("the telephone of a customer", () => {
  const template = {
    ...{ type: "template", to: "+351912345678" },
    template: { name: "late", components: [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }] },
  };
  const rendered = { body: "Dear Ana, we are here.", buttons: [] };
  const history = [
    {
      ...{ id: "m1", direction: "inbound", message_type: "text", payload: { body: "Hello?" }, occurred_at: at(10) },
    },
    {
      ...{ id: "m2", direction: "outbound", message_type: "template", occurred_at: at(20), rendered },
      payload: { name: "late", notification_id: "n1" },
    },
  ] as unknown as Parameters<typeof telephoneOf>[1];

  it("has what the customer wrote and got in its order, with the filled template", () => {
    const got = [
      { id: "w2", notification_id: "n2", sent_at: at(30), message: { type: "text", text: { body: "Gone today." } } },
      { id: "w1", notification_id: "n1", sent_at: at(20), message: template },
    ];
    expect(telephoneOf(got, history).map(({ id, isOwn, text, rendered: filled }) => [id, isOwn, text, filled])).toEqual(
      [
        ["m1", true, "Hello?", undefined],
        ["w1", false, "Template “late”: Ana", rendered],
        ["w2", false, "Gone today.", undefined],
      ],
    );
  });

  it("names files and places in words", () => {
    expect(textOf({ type: "image", image: { link: "https://x.test/a.png" } })).toBe("https://x.test/a.png");
    expect(textOf({ type: "document", document: { id: "1", filename: "a.pdf" } })).toBe("a.pdf");
    expect(textOf({ type: "image", image: { id: "1" } })).toBe("A file (image)");
    expect(textOf({ type: "image", image: { id: "1", caption: "Our shop" } })).toBe("Our shop");
    expect(textOf({ type: "location", location: { latitude: 1, longitude: 2, name: "Home" } })).toBe("Home\n1, 2");
  });

  it("is opened by a number as people type it", () => {
    expect(["+351 912-345 678", "+15005550001", "912345678", "+0123456789", ""].map(phoneIn)).toEqual([
      ...["+351912345678", "+15005550001", undefined, undefined, undefined],
    ]);
  });

  it("writes texts, and messages of any type as JSON", () => {
    expect(textMessage("Hi")).toEqual({ type: "text", text: { body: "Hi" }, without_phone: false });
    expect(jsonMessage('{"type":"location","location":{"latitude":1,"longitude":2}}')).toEqual({
      ...{ type: "location", location: { latitude: 1, longitude: 2 }, without_phone: false },
    });
    expect(["", "[]", "{}", '{"type":1}', "{"].map(jsonMessage)).toEqual(Array.from({ length: 5 }));
  });
});
