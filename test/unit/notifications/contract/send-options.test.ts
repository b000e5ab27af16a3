import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import { rescheduleNotification } from "../../../../shared/notifications/contract/sender-changes.ts";
import { shapeMessages } from "../../../support/shape-problems.ts";

const MAIL = { recipient: "ana@example.test", subject: "s", body: "b" };
const CHAT = { channel: "chat", recipient: "+15551230001", chat: { type: "text", text: { body: "Hi" } } };

const refused = (fields: object, request: object = MAIL): readonly string[] =>
  shapeMessages(notificationRequest, { ...request, ...fields });
const pairs = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));

describe("send_at (D42)", () => {
  it.each([
    ["2030-01-01T10:00:00Z", "2030-01-01T10:00:00.000Z"],
    ["2030-01-01T10:00:00.5+01:30", "2030-01-01T08:30:00.500Z"],
    ["2020-01-01T00:00:00-08:00", "2020-01-01T08:00:00.000Z"],
  ])("%s is %s in UTC, on both channels", (given, utc) => {
    expect(notificationRequest.parse({ ...MAIL, send_at: given }).sendAt).toBe(utc);
    expect(notificationRequest.parse({ ...CHAT, send_at: given }).sendAt).toBe(utc);
  });

  it.each([
    "tomorrow",
    "2030-01-01",
    "2030-01-01T10:00:00",
    "2030-02-30T10:00:00Z",
    "0000-01-01T00:00:00+23:59",
    "1893456000",
    1_893_456_000,
    null,
  ])("is refused as %j", (given) => {
    expect(refused({ send_at: given })).toEqual(["send_at must be an RFC 3339 time"]);
    expect(refused({ send_at: given }, CHAT)).toEqual(["send_at must be an RFC 3339 time"]);
  });

  it("may be left out of a send, and not of a move", () => {
    expect(refused({})).toEqual([]);
    expect(rescheduleNotification.body && shapeMessages(rescheduleNotification.body, {})).toEqual([
      "send_at is required",
    ]);
  });
});

describe("metadata (D44)", () => {
  it.each([
    ["none", {}],
    ["sixteen pairs", pairs(16)],
    ["the longest name and value", { ["😀".repeat(40)]: "😀".repeat(500) }],
    ["an empty value", { a: "" }],
    ["names that every object has", JSON.parse('{"constructor":"c","__proto__":"p","toString":"t"}')],
  ])("may be %s", (_what, metadata) => {
    expect(notificationRequest.parse({ ...MAIL, metadata }).metadata).toEqual(metadata);
    expect(notificationRequest.parse({ ...CHAT, metadata }).metadata).toEqual(metadata);
  });

  it.each([
    ["seventeen pairs", pairs(17), "metadata must have at most 16 pairs"],
    ["a name of 41 characters", { ["x".repeat(41)]: "" }, "a name in metadata must have 1 to 40 characters"],
    ["an empty name", { "": "x" }, "a name in metadata must have 1 to 40 characters"],
    ["a value of 501 characters", { a: "x".repeat(501) }, "a value in metadata must have at most 500 characters"],
    ["a number", { a: 1 }, "metadata must be an object of strings"],
    ["a list", ["a"], "metadata must be an object of strings"],
    ["null", null, "metadata must be an object of strings"],
  ])("is refused with %s", (_what, metadata, message) => {
    expect(refused({ metadata })).toEqual([message]);
    expect(refused({ metadata }, CHAT)).toEqual([message]);
  });
});
