import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseEventEnvelope } from "../../../../shared/chat/domain/chat-events.ts";
import { asTimeMs, parseLenientJson } from "../../../../shared/chat/domain/lenient-json.ts";
import { causeOf, classifyCloudFailure, classifyProviderCode } from "../../../../shared/chat/domain/provider-errors.ts";
import { STATUSES } from "../../../../shared/notifications/domain/notification.ts";
import {
  PROVIDER_EVENTS,
  providerEventChange,
  type ReportedEvent,
} from "../../../../shared/notifications/domain/provider-status.ts";
import { afterChange, afterProviderEvent, type LifecycleState } from "../../../support/lifecycle-state.ts";

const ARRIVED_AT_MS = 5_000_000;
/** Parses an entry of the platform, in an envelope without any other fields. */
const parseEntry = (entry: string) =>
  parseEventEnvelope(JSON.stringify({ whatsAppWebhookEntry: entry }), ARRIVED_AT_MS);
const entryOf = (value: unknown, field = "messages", more = {}) =>
  JSON.stringify({ id: "36", ...more, changes: [{ field, value }] });
const only = (text: string) => {
  const events = parseEntry(text);
  expect(events).toHaveLength(1);
  return events[0];
};
const metadata = { phone_number_id: "32" };
const contacts = [{ profile: { name: "Ana" }, wa_id: "15551230001", user_id: "US.1" }];
const inbound = (message: object) =>
  only(
    entryOf({
      metadata,
      contacts,
      messages: [{ from: "15551230001", id: "wamid.1", timestamp: "1736379042", ...message }],
    }),
  );

describe("an entry of the platform in the envelope", () => {
  it.each([
    ["text", { body: "Hi" }],
    ["image", { id: "53", mime_type: "image/jpeg", caption: "c" }],
    ["video", { id: "53", mime_type: "video/mp4" }],
    ["audio", { id: "53", mime_type: "audio/ogg; codecs=opus", voice: true }],
    ["document", { id: "53", mime_type: "application/pdf", filename: "a.pdf" }],
    ["sticker", { id: "53", mime_type: "image/webp" }],
    ["location", { latitude: 1.1, longitude: 2.2 }],
    ["reaction", { message_id: "wamid.0", emoji: "👍" }],
    ["button", { payload: "P", text: "Yes" }],
    ["interactive", { type: "button_reply", button_reply: { id: "1", title: "x" } }],
    ["something_new", { x: 1 }],
  ])("reads an inbound %s and keeps what it says", (type, part) => {
    expect(inbound({ type, [type]: part })).toMatchObject({
      kind: "message",
      providerBusinessAccountId: "36",
      providerPhoneNumberId: "32",
      providerMessageId: "wamid.1",
      messageType: type,
      customer: { phone: "+15551230001", providerUserId: "US.1", name: "Ana" },
      sentAtMs: 1736379042000,
      payload: part,
      media: "mime_type" in part ? { mediaId: "53", mimeType: part.mime_type } : undefined,
      isFromCustomer: true,
    });
  });

  it("keeps contact cards, unsupported messages and what a message answers", () => {
    expect(inbound({ type: "contacts", contacts: [{ name: {} }] })).toMatchObject({
      payload: { contacts: [{ name: {} }] },
    });
    expect(inbound({ type: "unsupported", errors: [{ code: 131051 }] })).toMatchObject({
      payload: { errors: [{ code: 131051 }] },
    });
    expect(inbound({ type: "text", text: {}, context: { id: "wamid.9" } })).toMatchObject({ repliesTo: "wamid.9" });
    expect(inbound({ type: "system", system: {} })).toMatchObject({ isFromCustomer: false });
  });

  it("tells a reaction from its removal, and a repetition from neither", () => {
    const keyOf = (reaction: object) => {
      const event = inbound({ type: "reaction", reaction: { message_id: "w", ...reaction } });
      return event?.kind === "message" ? event.key : expect.fail("no message");
    };
    const [add, remove, again] = [keyOf({ emoji: "👍" }), keyOf({}), keyOf({ emoji: "👍" })];
    expect(add).not.toBe(remove);
    expect(again).toBe(add);
  });

  it("knows a customer who hides the number by the business-scoped id", () => {
    const value = {
      metadata,
      contacts: [{ user_id: "US.7" }],
      messages: [{ from_user_id: "US.7", id: "w", type: "text", text: {} }],
    };
    expect(only(entryOf(value))).toMatchObject({
      customer: { phone: undefined, providerUserId: "US.7" },
      sentAtMs: 5_000_000,
    });
  });

  it("finds each customer's own contact among several", () => {
    const both = [...contacts, { profile: { name: "Bo" }, wa_id: "15551230002" }];
    const messages = [
      { from: "15551230002", id: "w2" },
      { from: "15551230001", id: "w1" },
    ];
    expect(parseEntry(entryOf({ contacts: both, messages }))).toMatchObject([
      { customer: { name: "Bo" } },
      { customer: { name: "Ana" } },
    ]);
  });

  it.each([
    ["accepted", "accepted"],
    ["sent", "sent"],
    ["delivered", "delivered"],
    ["read", "read"],
    ["played", "read"],
    ["failed", "failed"],
    ["fail", "failed"],
    ["Message retries exhausted, dropping message.", "failed"],
    ["warning", undefined],
    ["deleted", undefined],
    ["constructor", undefined],
  ])("reads the status %s as %s", (status, event) => {
    const value = {
      metadata,
      statuses: [{ id: "wamid.1", status, timestamp: "1736379042", biz_opaque_callback_data: "n-1" }],
    };
    expect(only(entryOf(value))).toMatchObject({
      kind: "status",
      event,
      word: status,
      callbackId: "n-1",
      providerMessageId: "wamid.1",
    });
  });

  it("keeps the causes of a failure", () => {
    const errors = [{ code: 131047, title: "Re-engagement", error_data: { details: "24 hours" } }];
    const event = only(entryOf({ statuses: [{ status: "failed", errors }] }));
    expect(event).toMatchObject({ errors: [{ code: 131047, title: "Re-engagement", details: "24 hours" }] });
    expect(causeOf([{ code: 131047, title: "x", details: "24 hours" }, { title: "y" }])).toBe("131047 24 hours; y");
  });

  it("keeps every digit of a template's id", () => {
    const text =
      '{"id":"36","time":1751247548,"changes":[{"field":"message_template_status_update","value":{"event":"APPROVED","message_template_id":98765432109876543,"message_template_name":"a","message_template_language":"en-US","reason":"NONE"}}]}';
    expect(only(text)).toMatchObject({
      kind: "template_status",
      providerTemplateId: "98765432109876543",
      name: "a",
      language: "en_US",
      value: "APPROVED",
      reason: undefined,
    });
  });

  it.each([
    ["REJECTED", { reason: "INVALID_FORMAT" }, "INVALID_FORMAT"],
    ["REJECTED", { rejection_info: { reason: "It promotes.", recommendation: "Do not." } }, "It promotes."],
    ["APPROVED", { reason: "NONE" }, undefined],
    ["APPROVED", {}, undefined],
  ])("says why a template became %s by %j: %s", (event, why, reason) => {
    const value = { event, message_template_id: 1, ...why };
    expect(only(entryOf(value, "message_template_status_update"))).toMatchObject({ value: event, reason });
  });

  it("keeps a message without an id, and events of messages without any, as something that it does not know", () => {
    const nameless = { from: "15551230001", type: "text", text: { body: "Hi" } };
    expect(only(entryOf({ metadata, contacts, messages: [nameless] }))).toMatchObject({
      kind: "unknown",
      field: "messages",
      value: nameless,
    });
    expect(only(entryOf({ metadata, calls: [{ id: "c" }] }))).toMatchObject({
      kind: "unknown",
      field: "messages",
      value: { calls: [{ id: "c" }] },
    });
  });

  it("reads the quality and the category of a template, the account's errors and news that it does not know", () => {
    expect(
      only(entryOf({ new_quality_score: "RED", message_template_id: 1 }, "message_template_quality_update")),
    ).toMatchObject({ kind: "template_quality", value: "RED", providerTemplateId: "1" });
    expect(only(entryOf({ new_category: "MARKETING" }, "template_category_update"))).toMatchObject({
      kind: "template_category",
      value: "MARKETING",
    });
    expect(only(entryOf({ metadata, errors: [{ code: 130429 }] }))).toMatchObject({
      kind: "account_error",
      errors: [{ code: 130429 }],
    });
    expect(only(entryOf({ x: 1 }, "account_update"))).toMatchObject({
      kind: "unknown",
      field: "account_update",
      value: { x: 1 },
    });
    expect(only("no json")).toMatchObject({ kind: "unknown", value: "no json" });
  });

  it("answers any JSON and any text without an error", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.jsonValue(), (text, value) => {
        expect(parseEntry(text).length).toBeGreaterThan(0);
        const odd = {
          metadata: value,
          contacts: value,
          statuses: value,
          messages: [value, { id: "w", type: value, from: value }],
        };
        expect(parseEntry(entryOf(odd)).length).toBeGreaterThan(0);
        expect(parseEventEnvelope(text, 1).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("parseEventEnvelope()", () => {
  it("adds the cloud provider's id and the accounts of the envelope", () => {
    const envelope = {
      context: { MetaWabaIds: [{ wabaId: "36" }], MetaPhoneNumberIds: [{ metaPhoneNumberId: "33" }] },
      whatsAppWebhookEntry: JSON.stringify({
        changes: [{ field: "messages", value: { statuses: [{ status: "sent" }] } }],
      }),
      messageId: "6d69",
    };
    expect(parseEventEnvelope(JSON.stringify(envelope), 7)).toMatchObject([
      { kind: "status", cloudMessageId: "6d69", providerBusinessAccountId: "36", providerPhoneNumberId: "33", atMs: 7 },
    ]);
  });
});

describe("parseLenientJson()", () => {
  it("reads JSON as JSON does, but for integers beyond 2^53", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        const big = /\d{16,}/.test(text);
        if (!big) expect(parseLenientJson(text)).toEqual(JSON.parse(text));
        else expect(parseLenientJson(text)).toBeDefined();
      }),
    );
    expect(
      parseLenientJson('{"a":"\\"id\\": 12345678901234567890","b":12345678901234567890,"c":0.1234567890123456}'),
    ).toEqual({
      a: '"id": 12345678901234567890',
      b: "12345678901234567890",
      c: 0.1234567890123456,
    });
    expect(asTimeMs("x")).toBeUndefined();
    expect(asTimeMs(1e300)).toBeUndefined();
  });
});

describe("an event of the provider (S-chat-sent, S-event-sent, S-event-failed, S-event-later)", () => {
  const event = fc.record({
    event: fc.constantFrom(...PROVIDER_EVENTS),
    atMs: fc.integer({ min: 1, max: 6 }),
    cause: fc.constantFrom("a", "b"),
  });
  const events = fc.array(event, { maxLength: 8 });
  const status = fc.constantFrom("pending" as const, "processing" as const, "submitted" as const);
  const run = (start: LifecycleState, all: readonly ReportedEvent[]) => all.reduce(afterProviderEvent, start);
  /** `eventCount` and `lastError` depend on the order of the events, so they are not compared. */
  const told = ({ eventCount: _count, lastError: _error, ...state }: LifecycleState) => state;

  it("ends the same whatever the order and the repetitions", () => {
    const shuffled = events.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }), fc.subarray(all)),
    );
    fc.assert(
      fc.property(status, shuffled, (from, [all, other, again]) => {
        expect(told(run({ status: from }, [...other, ...again]))).toEqual(told(run({ status: from }, all)));
      }),
    );
  });

  it("never takes a status back to waiting, and never undoes a delivery", () => {
    fc.assert(
      fc.property(status, events, (from, all) => {
        const order: readonly unknown[] = STATUSES;
        const rank = (state: LifecycleState) => order.indexOf(state.status);
        let state: LifecycleState = { status: from };
        for (const one of all) {
          const next = afterProviderEvent(state, one);
          if (state.status === "sent" || state.status === "failed")
            expect(rank(next)).toBeGreaterThanOrEqual(STATUSES.indexOf("sent"));
          else expect(rank(next)).toBeGreaterThanOrEqual(rank(state));
          state = next;
        }
        const wasDelivered = all.some((one) => one.event === "delivered" || one.event === "read");
        if (wasDelivered) expect(state.status).toBe("sent");
        else if (all.some((one) => one.event === "failed")) expect(state.status).toBe("failed");
        else expect(state.status).not.toBe("failed");
      }),
    );
  });

  it("of two first events at the same moment lets one alone build on the record that both have seen", () => {
    const seen = { status: "submitted" } as const;
    const moment = { nowMs: 0, leaseMs: 0 };
    const [first, second] = ([1, 2] as const).map((atMs) =>
      providerEventChange(seen, { event: "delivered", atMs }, moment),
    );
    if (first === undefined || second === undefined) expect.fail("the events are new");
    const after = afterChange<LifecycleState>(seen, first);
    expect(after).toMatchObject({ status: "sent", deliveredAtMs: 1 });
    expect(afterChange<LifecycleState>(seen, second)).toMatchObject({ deliveredAtMs: 2 });
    // Both changes apply to a record without any event, whatever its status.
    expect(afterChange({ ...after, status: "submitted" }, second)).toBeUndefined();
  });

  it("keeps the earliest time of each event, and the cause only while failed", () => {
    const failed = afterProviderEvent({ status: "submitted" }, { event: "failed", atMs: 9, cause: "131026" });
    expect(failed).toMatchObject({ status: "failed", failedAtMs: 9, lastError: "131026" });
    const read = run(failed, [
      { event: "read", atMs: 12 },
      { event: "delivered", atMs: 11 },
      { event: "read", atMs: 10 },
    ]);
    expect(read).toMatchObject({ status: "sent", readAtMs: 10, deliveredAtMs: 11 });
    expect(read.lastError).toBeUndefined();
  });

  it("does not undo an event that was faster", () => {
    const accepted = { event: "accepted", atMs: 1 } as const;
    const after = STATUSES.map((one) => afterProviderEvent({ status: one }, accepted).status);
    expect(after).toEqual(["submitted", "submitted", "submitted", "sent", "failed", "canceled"]);
  });
});

describe("what failures mean", () => {
  it.each([
    [{ name: "ThrottledRequestException", httpStatus: 429 }, "throttled"],
    [{ name: "ValidationException", httpStatus: 400 }, "terminal"],
    [{ name: "AccessDeniedException", httpStatus: 403 }, "terminal"],
    [{ name: "InternalServiceException", httpStatus: 500 }, "ambiguous"],
    [{ name: "DependencyException", httpStatus: 502 }, "ambiguous"],
    [{ name: "ECONNREFUSED" }, "transient"],
    [{ name: "TimeoutError" }, "ambiguous"],
    [{ name: "ECONNRESET" }, "ambiguous"],
    [{ name: "Odd", httpStatus: 503 }, "ambiguous"],
    [{ name: "Odd", httpStatus: 418 }, "terminal"],
    [{ name: "Odd", httpStatus: 429 }, "throttled"],
    [{ name: "toString" }, "ambiguous"],
  ])("%j is %s", (failure, kind) => {
    expect(classifyCloudFailure(failure)).toMatchObject({ class: kind, cause: expect.stringMatching(/\w/) });
  });

  it.each([
    [131000, "transient"],
    [130429, "throttled"],
    [131056, "throttled"],
    [131047, "terminal"],
    [131026, "terminal"],
    [250, "terminal"],
    [999999, "terminal"],
    [undefined, "terminal"],
  ])("code %s is %s", (code, kind) => {
    expect(classifyProviderCode(code)).toMatchObject({ class: kind, cause: expect.stringMatching(/\w/) });
  });
});
