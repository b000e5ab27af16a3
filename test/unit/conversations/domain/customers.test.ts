import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalPhone, isE164, phoneFromDigits } from "../../../../shared/chat/domain/phone-number.ts";
import { delayMs, NUMBER_POLICY, PAIR_POLICY } from "../../../../shared/chat/domain/throttle.ts";
import { conversationId, customerKey, uuidV5 } from "../../../../shared/conversations/domain/conversation-id.ts";
import {
  isWindowOpen,
  latestInboundMs,
  SERVICE_WINDOW_MS,
} from "../../../../shared/conversations/domain/service-window.ts";
import { isDenied } from "../../../../shared/kernel/rate-limit.ts";
import { anOwner } from "../../../support/an-owner.ts";

const sha1 = (bytes: Uint8Array) => createHash("sha1").update(bytes).digest();
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const phone = fc.stringMatching(/^\+[1-9]\d{6,14}$/);

describe("canonicalPhone()", () => {
  it("reads a Brazilian mobile with and without the ninth digit as one customer", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9]{2}$/), fc.stringMatching(/^[6-9]\d{7}$/), (area, number) => {
        expect(canonicalPhone(`+55${area}${number}`)).toBe(canonicalPhone(`+55${area}9${number}`));
      }),
    );
  });

  it("never touches a Brazilian landline", () => {
    expect(canonicalPhone("+551132345678")).toBe("+551132345678");
  });

  it("reads a Mexican number with and without the 1 as one customer", () => {
    fc.assert(fc.property(digits(10), (rest) => void expect(canonicalPhone(`+521${rest}`)).toBe(`+52${rest}`)));
  });

  it.each([
    ["+541123456789", "+5491123456789"],
    ["+5491123456789", "+5491123456789"],
    ["+54111523456789", "+5491123456789"],
    ["+54351154567890", "+5493514567890"],
    ["+54296615456789", "+5492966456789"],
    ["+549111523456789", "+5491123456789"],
  ])("reads the Argentine %s as %s", (written, canonical) => {
    expect(canonicalPhone(written)).toBe(canonical);
  });

  it("changes nothing when applied twice, and makes a number of a number", () => {
    fc.assert(
      fc.property(fc.oneof(phone, fc.stringMatching(/^\+5[245]\d{9,12}$/)), (number) => {
        const once = canonicalPhone(number);
        expect(canonicalPhone(once)).toBe(once);
        expect(isE164(once)).toBe(true);
      }),
    );
  });

  it("leaves the numbers of other countries as they are", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\+[1-46-9]\d{7,13}$/),
        (number) => void expect(canonicalPhone(number)).toBe(number),
      ),
    );
  });
});

describe("isE164()", () => {
  it.each(["15551230001", "+0123456789", "+12345", "+1234567890123456", "+1 555 123", "+1555a", "", "+15551230001\n"])(
    "refuses %j",
    (text) => expect(isE164(text)).toBe(false),
  );

  it("takes digits as the platform writes them", () => {
    expect(phoneFromDigits("15551230001")).toBe("+15551230001");
    expect(phoneFromDigits(undefined)).toBeUndefined();
    expect(phoneFromDigits("US.123")).toBeUndefined();
  });
});

describe("the service window", () => {
  it("is open for 24 hours from the latest message, and not a millisecond longer", () => {
    expect(isWindowOpen(1000, 1000 + SERVICE_WINDOW_MS - 1)).toBe(true);
    expect(isWindowOpen(1000, 1000 + SERVICE_WINDOW_MS)).toBe(false);
    expect(isWindowOpen(undefined, 0)).toBe(false);
  });

  it("counts the latest message whatever order they come in", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 1 }), (times) => {
        const latest = times.reduce<number | undefined>(latestInboundMs, undefined);
        expect(latest).toBe(Math.max(...times));
      }),
    );
  });
});

describe("conversationId()", () => {
  it("follows RFC 9562 (vector of appendix A.4)", () => {
    expect(uuidV5("6ba7b810-9dad-11d1-80b4-00c04fd430c8", "www.example.com", sha1)).toBe(
      "2ed6657d-e927-568b-95e1-2665a8aea6a2",
    );
  });

  it("is the same for the same three, and another when one differs", () => {
    const key = { owner: anOwner("o"), chatAccountId: "a", customerKey: "+1555" };
    const ids = [
      key,
      { ...key, owner: anOwner("p") },
      { ...key, chatAccountId: "b" },
      { ...key, customerKey: "+1556" },
      { owner: anOwner('o","a'), chatAccountId: "", customerKey: "+1555" },
    ].map((one) => conversationId(one, sha1));
    expect(new Set(ids).size).toBe(ids.length);
    expect(conversationId({ ...key }, sha1)).toBe(ids[0]);
  });

  it("knows a customer by the canonical number, else by the business-scoped id", () => {
    expect(customerKey({ phone: "+5215512345678", providerUserId: "MX.1" })).toBe("+525512345678");
    expect(customerKey({ providerUserId: "MX.1" })).toBe("MX.1");
    expect(customerKey({})).toBeUndefined();
  });
});

describe("delayMs() of the provider's limits", () => {
  it("is the first millisecond at which one more is let through", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(NUMBER_POLICY, PAIR_POLICY),
        fc.nat(10_000_000),
        fc.nat(10_000_000),
        (policy, tatMs, nowMs) => {
          const wait = delayMs(policy, tatMs, nowMs);
          expect(isDenied(policy, tatMs, nowMs + wait)).toBe(false);
          if (wait > 0) expect(isDenied(policy, tatMs, nowMs + wait - 1)).toBe(true);
        },
      ),
    );
  });

  it("is none for the first message", () => {
    expect(delayMs(NUMBER_POLICY, undefined, 5000)).toBe(0);
  });
});
