import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isOriginAllowed, untrustedAddress } from "../../../../shared/email/domain/allowed-domains.ts";
import { domainToAscii, isBareDomain, isDnsName } from "../../../../shared/email/domain/domain-name.ts";
import { domainOf, isEmailAddress } from "../../../../shared/email/domain/email-address.ts";
import { allRecipients, MAX_RECIPIENTS, recipientsOf } from "../../../../shared/email/domain/recipients.ts";

describe("isEmailAddress()", () => {
  it.each([
    "a@b.co",
    "first.last+tag@example.org",
    "!#$%&'*+-/=?^_`{|}~@example.org",
    "müller@bücher.example",
    "用户@例子.广告",
    "a@xn--bcher-kva.example",
    "A@EXAMPLE.ORG",
    "root@localhost",
    `${"a".repeat(64)}@example.org`,
  ])("accepts %s", (address) => {
    expect(isEmailAddress(address)).toBe(true);
  });

  it.each([
    ["no at sign", "example.org"],
    ["nothing before the at sign", "@example.org"],
    ["nothing behind it", "a@"],
    ["a display name", "Anna <a@example.org>"],
    ["angle brackets", "<a@example.org>"],
    ["a quoted string", '"a b"@example.org'],
    ["a comment", "a(comment)@example.org"],
    ["a space", "a b@example.org"],
    ["a tab behind", "a@example.org\t"],
    ["a line break before the at sign", "a\r\nBcc: x@example.org"],
    ["a line break behind it", "a@example.org\r\nBcc: x@example.org"],
    ["two dots", "a..b@example.org"],
    ["a leading dot", ".a@example.org"],
    ["a trailing dot", "a.@example.org"],
    ["a domain that ends in a dot", "a@example.org."],
    ["an empty label", "a@example..org"],
    ["a hyphen at a label's end", "a@example-.org"],
    ["an underscore in the domain", "a@my_host.example"],
    ["an address literal", "a@[127.0.0.1]"],
    ["a bare IP address", "a@127.0.0.1"],
    ["a port", "a@example.org:25"],
    ["a path", "a@example.org/x"],
    ["a percent sign in the domain", "a@example%2eorg"],
    ["a source route", "@b.example:a@example.org"],
    ["65 octets before the at sign", `${"a".repeat(65)}@example.org`],
    ["65 octets in 33 characters", `${"ä".repeat(33)}@example.org`],
    ["255 octets", `${"a".repeat(64)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.example`],
    ["a label of 64 octets", `a@${"b".repeat(64)}.org`],
    ["a right-to-left override", "a\u202eb@example.org"],
    ["a zero width space", "a\u200bb@example.org"],
    ["a line separator", "a\u2028b@example.org"],
    ["a broken surrogate", "a\ud800@example.org"],
  ])("refuses %s", (_what, address) => {
    expect(isEmailAddress(address)).toBe(false);
  });

  it.each(["a>b@example.org", "a<b@example.org", "a><b@example.org"])(
    "does not let %s out of the brackets of RCPT TO",
    (address) => {
      expect(isEmailAddress(address)).toBe(false);
    },
  );

  it("lets no control character through, wherever it stands", () => {
    for (let code = 0; code <= 0xa0; code++) {
      if (code > 0x20 && code < 0x7f) continue;
      const control = String.fromCharCode(code);
      for (const address of [
        `${control}a@b.example`,
        `a${control}@b.example`,
        `a@${control}b.example`,
        `a@b.example${control}`,
      ])
        expect([code, isEmailAddress(address)]).toEqual([code, false]);
    }
  });

  it("accepts nothing that could end a header or a command, whatever is typed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (local, domain) => {
        const address = `${local}@${domain}`;
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
        fc.pre(/[\u0000-\u0020\u007f-\u00a0<>,;:"\\()[\]\u2028\u2029]/.test(address));
        expect(isEmailAddress(address)).toBe(false);
      }),
    );
  });
});

describe("domains", () => {
  it.each([
    ["EXAMPLE.org", "example.org"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["faß.example", "xn--fa-hia.example"],
    ["例子．广告", "xn--fsqu00a.xn--4rr70v"],
  ])("writes %s as %s", (name, ascii) => {
    expect(domainToAscii(name)).toBe(ascii);
    expect(domainOf(`a@${name}`)).toBe(ascii);
  });

  it.each(["", "a b", "a/b", "http://a.example", "a:80", "a@b.example", "a%41.example", "a\u0000.example"])(
    "makes nothing of %j",
    (name) => {
      expect(domainToAscii(name)).toBeUndefined();
    },
  );

  it.each([
    ["example.org", true],
    ["a.b.c.example", true],
    ["bücher.example", true],
    ["localhost", false],
    ["example.org.", false],
    [".example.org", false],
    ["*.example.org", false],
    ["https://example.org", false],
    ["a@example.org", false],
    ["example.org/x", false],
    ["ex ample.org", false],
    ["example.org\u0001", false],
    ["127.0.0.1", false],
    ["[::1]", false],
    ["", false],
  ])("takes %j for a bare domain: %s", (name, expected) => {
    expect(isBareDomain(name)).toBe(expected);
  });

  it("has a limit of 253 octets", () => {
    const labels = (count: number) => Array.from({ length: count }, () => "a".repeat(9)).join(".");
    expect(isDnsName(labels(25))).toBe(true);
    expect(isDnsName(labels(26))).toBe(false);
  });
});

describe("untrustedAddress()", () => {
  it("allows everything when nothing is listed", () => {
    expect(untrustedAddress([], ["a@anywhere.example"])).toBeUndefined();
  });

  it("matches exactly, without regard to case or to how the domain is written (D14)", () => {
    const trusted = ["example.org", "bücher.example"];
    expect(untrustedAddress(trusted, ["a@EXAMPLE.ORG", "b@xn--bcher-kva.example", "c@BÜCHER.example"])).toBeUndefined();
    for (const stranger of ["a@sub.example.org", "a@example.org.evil.example", "a@notexample.org", "a@example.com"])
      expect(untrustedAddress(trusted, ["ok@example.org", stranger])).toBe(stranger);
  });
});

describe("isOriginAllowed()", () => {
  const allowed = ["shop.example", "bücher.example"];
  it.each([
    [{ origin: "https://shop.example" }, true],
    [{ origin: "https://SHOP.example:8443" }, true],
    [{ origin: "https://xn--bcher-kva.example" }, true],
    [{ referer: "https://shop.example/cart?x=1" }, true],
    [{ origin: "", referer: "https://shop.example/" }, true],
    [{}, false],
    [{ origin: "null", referer: "https://shop.example/" }, false],
    [{ origin: "https://evil.example", referer: "https://shop.example/" }, false],
    [{ origin: "https://sub.shop.example" }, false],
    [{ origin: "https://shop.example.evil.example" }, false],
    [{ origin: "https://shop.example@evil.example" }, false],
    [{ origin: "shop.example" }, false],
    [{ origin: "not a url" }, false],
  ])("answers %j with %s", (caller, expected) => {
    expect(isOriginAllowed(allowed, caller)).toBe(expected);
  });

  it("allows everything when nothing is listed", () => {
    expect(isOriginAllowed([], {})).toBe(true);
  });
});

describe("recipientsOf()", () => {
  it("trims, drops empties, and keeps the first of each address in the order recipient, cc, bcc", () => {
    const request = {
      recipient: " Anna@example.org ",
      cc: ["", "  ", "ben@example.org", "anna@EXAMPLE.org"],
      bcc: ["BEN@example.org", "cleo@example.org"],
    };
    expect(recipientsOf(request)).toEqual({
      recipient: "Anna@example.org",
      cc: ["ben@example.org"],
      bcc: ["cleo@example.org"],
    });
  });

  it("counts 50 addresses after dropping repeats and empties", () => {
    const many = Array.from({ length: MAX_RECIPIENTS }, (_, i) => `r${i}@example.org`);
    const [recipient = "", ...cc] = many;
    expect(allRecipients(recipientsOf({ recipient, cc: [...cc, ...cc, ""], bcc: many }))).toEqual(many);
    expect(() => recipientsOf({ recipient, cc, bcc: ["one-more@example.org"] })).toThrow("at most 50 recipients");
  });

  it.each([
    [{ recipient: "x", cc: [], bcc: [] }, "recipient must be a valid email address"],
    [{ recipient: "a@b.co", cc: ["x"], bcc: [] }, "cc must be a valid email address"],
    [{ recipient: "a@b.co", cc: [], bcc: ["x"] }, "bcc must be a valid email address"],
    [{ recipient: " ", cc: [], bcc: [] }, "recipient is required"],
  ])("names the field that is wrong, never its value", (request, message) => {
    expect(() => recipientsOf(request)).toThrow(expect.objectContaining({ message }));
  });

  it.each(["recipient", "cc"])("says of %s with a display name what is too much (D54)", (field) => {
    const named = { recipient: "a@b.co", cc: [], bcc: [], [field]: field === "cc" ? ["Ana <c@b.co>"] : "Ana <c@b.co>" };
    const message = `${field} must be a valid email address`;
    const problems = [{ field, message: `${message} alone, without a display name and angle brackets` }];
    expect(() => recipientsOf(named)).toThrow(expect.objectContaining({ message, problems }));
  });

  it("never yields an address twice", () => {
    const address = fc.constantFrom("a@x.co", "A@x.co", "b@x.co", "c@X.co", "c@x.co", "");
    fc.assert(
      fc.property(fc.array(address), fc.array(address), (cc, bcc) => {
        const all = allRecipients(recipientsOf({ recipient: "a@x.co", cc, bcc })).map((one) => one.toLowerCase());
        expect(new Set(all).size).toBe(all.length);
      }),
    );
  });
});
