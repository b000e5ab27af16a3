import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailIdIn, readSesEvent } from "../../../../shared/email/domain/ses-event.ts";
import { aSesBounce, aSesComplaint, aSesDelivery, SES_MAIL_ID } from "../../../support/ses-events.ts";

const ID = "019a2b4c-0001-7c3e-9f21-5a6b7c8d9e07";
const OWN = `<${ID}@sender.example>`;
const read = (event: unknown) => readSesEvent(JSON.stringify(event));

describe("readSesEvent() (D45g)", () => {
  it.each(["eventType", "notificationType"] as const)("reads both forms alike: %s", (form) => {
    expect(read(aSesBounce({ form }))).toEqual({
      mailId: SES_MAIL_ID,
      notificationId: undefined,
      sentAtMs: Date.parse("2027-01-15T08:00:00.000Z"),
      kind: "bounced",
      isPermanent: true,
      recipients: [
        {
          address: "jane@example.com",
          status: "5.1.1",
          response: "550 5.1.1 <jane@example.com>... User unknown",
        },
      ],
    });
    expect(read(aSesComplaint({ form }))).toMatchObject({
      kind: "complained",
      feedbackType: "abuse",
      recipients: [{ address: "jane@example.com" }],
    });
    expect(read(aSesDelivery({ form }))).toMatchObject({
      kind: "delivered",
      response: "250 ok:  Message 64111812 accepted",
      recipients: [{ address: "jane@example.com" }],
    });
  });

  it.each([
    ["Permanent", true],
    ["Transient", false],
    ["Undetermined", false],
  ])("takes a bounce of the type %s for good: %j", (type, isPermanent) => {
    expect(read(aSesBounce({ type }))).toMatchObject({ isPermanent });
  });

  it.each([
    [
      "the headers",
      {
        headers: [
          { name: "Subject", value: OWN },
          { name: "message-ID", value: OWN },
        ],
      },
    ],
    ["the common headers", { commonHeaders: { messageId: OWN } }],
    ["the common headers, without brackets", { commonHeaders: { messageId: `${ID}@sender.example` } }],
    [
      "the common headers, when the headers have one of SES",
      { headers: [{ name: "Message-ID", value: "<x@eu-west-1.amazonses.com>" }], commonHeaders: { messageId: OWN } },
    ],
  ])("finds our own Message-ID in %s", (_where, fields) => {
    expect(read(aSesBounce(fields))).toMatchObject({ notificationId: ID, mailId: SES_MAIL_ID });
  });

  it.each(["<x@sender.example>", `${ID}`, `<${ID}@>`, `<${ID}@a@b>x`, `<x${ID}@a>`, `<${ID.toUpperCase()}@a>`, ""])(
    "takes no other Message-ID for ours: %j",
    (messageId) => {
      const event = read(aSesBounce({ commonHeaders: { messageId } }));
      expect(event).toMatchObject({ notificationId: undefined, mailId: SES_MAIL_ID });
    },
  );

  it("reads an address that stands behind a name", () => {
    const event = read(aSesBounce({ recipient: '"Doe, Jane" <jane@example.com>' }));
    expect(event?.recipients.map(({ address }) => address)).toEqual(["jane@example.com"]);
  });

  it.each(["not-spam", "auth-failure"])("takes the feedback type %s for no complaint (D45f)", (feedbackType) => {
    expect(read(aSesComplaint({ feedbackType }))).toBeUndefined();
  });

  it.each<[string, unknown]>([
    ["an event of another kind", { ...aSesDelivery(), notificationType: "Send" }],
    ["a bounce of an unknown type", aSesBounce({ type: "Eternal" })],
    ["nobody", { ...aSesBounce(), bounce: { bounceType: "Permanent", bouncedRecipients: [] } }],
    ["no address", aSesBounce({ recipient: "jane" })],
    ["no mail", { ...aSesBounce(), mail: undefined }],
    ["a mail without any id", aSesBounce({ messageId: "" })],
    ["recipients that are no list", { ...aSesBounce(), bounce: { bounceType: "Permanent", bouncedRecipients: {} } }],
    ["no event", "Successfully validated SNS topic for Amazon SES event publishing."],
    ["null", null],
    ["a list", []],
  ])("understands nothing of %s", (_what, event) => {
    expect(read(event)).toBeUndefined();
  });

  it("understands nothing of a text that is no JSON", () => {
    expect(readSesEvent("Successfully validated SNS topic")).toBeUndefined();
  });

  it("throws for no JSON at all, and names only addresses", () => {
    const json = fc.anything({ withNullPrototype: false }).map((value) => JSON.stringify(value) ?? "");
    fc.assert(
      fc.property(fc.oneof(fc.string(), json), (text) => {
        expect(readSesEvent(text)).toBeUndefined();
      }),
    );
  });

  it("survives any value in any field of an event", () => {
    const event = fc.constantFrom<object>(
      aSesBounce({ headers: [{ name: "Message-ID", value: OWN }] }),
      aSesComplaint({ commonHeaders: { messageId: OWN } }),
      aSesDelivery(),
    );
    fc.assert(
      fc.property(event, fc.nat(200), fc.jsonValue(), (given, index, value) => {
        const damaged = readSesEvent(JSON.stringify(damagedAt(given, index, value)));
        for (const { address } of damaged?.recipients ?? []) expect(address).toMatch(/^[^\s<>]+@[^\s<>]+$/);
        if (damaged) expect(damaged.notificationId ?? damaged.mailId).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  it("cuts long lists of recipients", () => {
    const bouncedRecipients = Array.from({ length: 3000 }, (_, i) => ({ emailAddress: `a${i}@example.com` }));
    const event = read({ ...aSesBounce(), bounce: { bounceType: "Permanent", bouncedRecipients } });
    expect(event?.recipients).toHaveLength(1000);
  });
});

/** Replaces the value of one field, at any depth, by another value. */
function damagedAt(event: unknown, index: number, value: unknown): unknown {
  let left = index;
  const walk = (node: unknown): unknown => {
    if (left-- === 0) return value;
    if (Array.isArray(node)) return node.map(walk);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(Object.entries(node).map(([name, inner]) => [name, walk(inner)]));
  };
  return walk(event);
}

describe("mailIdIn()", () => {
  it.each([`250 Ok ${SES_MAIL_ID}`, `250 2.0.0 Ok ${SES_MAIL_ID}`, `250 OK ${SES_MAIL_ID}\r\n`])(
    "reads the id that SES gave the mail: %j",
    (reply) => {
      expect(mailIdIn(reply)).toBe(SES_MAIL_ID);
    },
  );

  it.each([
    undefined,
    "",
    "250 OK",
    "250 OK: queued as 4F1",
    "250 2.0.0 Ok: queued as 4F1",
    "354 Ok abc",
    "250 Ok a b",
  ])("reads none in another reply: %j", (reply) => {
    expect(mailIdIn(reply)).toBeUndefined();
  });
});
