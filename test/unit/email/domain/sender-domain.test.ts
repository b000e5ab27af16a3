import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  judgeDkim,
  judgeDmarc,
  judgeReturnPath,
  judgeSpf,
} from "../../../../shared/email/domain/sender-domain/judgements.ts";
import { knownProvider } from "../../../../shared/email/domain/sender-domain/known-providers.ts";
import { dkimRecord, dmarcRecords, spfRecords } from "../../../../shared/email/domain/sender-domain/records.ts";

const google = knownProvider("smtp.gmail.com");
const texts = fc.array(fc.oneof(fc.string(), fc.stringMatching(/^v=(?:spf1|DMARC1|DKIM1)[ ;a-z:=~?+-]{0,40}$/)), {
  maxLength: 5,
});

describe("spfRecords()", () => {
  it("reads includes and the word for all others", () => {
    const text = "v=spf1 include:_spf.Google.com ip4:192.0.2.0/24 ?include:b.example -all";
    expect(spfRecords(["other", text])).toEqual([{ text, includes: ["_spf.google.com", "b.example"], all: "fail" }]);
    expect(spfRecords(["v=spf1 redirect=_spf.example.com"])[0]?.includes).toEqual(["_spf.example.com"]);
    expect(spfRecords(["v=spf1 all"])[0]?.all).toBe("pass");
    expect(spfRecords(["v=spf10 -all", "spf1"])).toEqual([]);
  });

  it("takes any text", () => {
    fc.assert(
      fc.property(texts, (all) => {
        for (const { text, includes } of spfRecords(all)) {
          expect(all).toContain(text);
          for (const include of includes) expect(text.toLowerCase()).toContain(include);
        }
      }),
    );
  });
});

describe("dkimRecord() and dmarcRecords()", () => {
  it("find a key, and one that was revoked", () => {
    expect(dkimRecord(["x", "v=DKIM1; k=rsa; p=MIGf"])).toMatchObject({ isRevoked: false });
    expect(dkimRecord(["p=MIGf"])).toMatchObject({ isRevoked: false });
    expect(dkimRecord(["v=DKIM1; p= "])).toMatchObject({ isRevoked: true });
    expect(dkimRecord(["v=DKIM2; p=a", "v=spf1 -all"])).toBeUndefined();
  });

  it("read a policy and the wish for reports", () => {
    expect(dmarcRecords(["v=DMARC1; p=Reject; rua=mailto:d@example.com"])).toMatchObject([
      { policy: "reject", hasReports: true },
    ]);
    expect(dmarcRecords(["v=DMARC1; p=maybe", "v=DMARC12; p=none"])).toMatchObject([{ hasReports: false }]);
  });

  it("take any text", () => {
    fc.assert(
      fc.property(texts, (all) => {
        const record = dkimRecord(all);
        if (record) expect(all).toContain(record.text);
        for (const { text } of dmarcRecords(all)) expect(all).toContain(text);
      }),
    );
  });
});

describe("the judgements", () => {
  it("say what an SPF record lacks", () => {
    const state = (all: readonly string[] | undefined, provider = google) => judgeSpf(all, provider).state;
    expect(state(undefined)).toBe("unknown");
    expect(judgeSpf([], google)).toMatchObject({ state: "missing", toAdd: "v=spf1 include:_spf.google.com ~all" });
    expect(judgeSpf([], undefined)).not.toHaveProperty("toAdd");
    expect(state([], knownProvider("smtp.postmarkapp.com"))).toBe("advice");
    expect(state(["v=spf1 include:_spf.google.com ~all"])).toBe("ok");
    expect(state(["v=spf1 mx -all"])).toBe("advice");
    expect(judgeSpf(["v=spf1 mx -all"], undefined).state).toBe("ok");
    expect(state(["v=spf1 -all", "v=spf1 mx -all"])).toBe("wrong");
    expect(state(["v=spf1 include:_spf.google.com +all"])).toBe("wrong");
  });

  it("look for a signature under every selector", () => {
    const at = (selector: string, found: readonly string[] | undefined) => ({ selector, texts: found });
    expect(judgeDkim([], undefined).state).toBe("unknown");
    expect(judgeDkim([at("a", []), at("b", ["v=DKIM1; p=x"])], google)).toMatchObject({ state: "ok" });
    expect(judgeDkim([at("a", ["v=DKIM1; p="]), at("b", ["p=x"])], google).state).toBe("ok");
    expect(judgeDkim([at("a", ["v=DKIM1; p="])], google).state).toBe("wrong");
    expect(judgeDkim([at("a", []), at("b", undefined)], google).state).toBe("unknown");
    expect(judgeDkim([at("a", [])], google).state).toBe("missing");
  });

  it("name a policy, and the record to begin with", () => {
    expect(judgeDmarc(undefined).state).toBe("unknown");
    expect(judgeDmarc([])).toMatchObject({ state: "missing", toAdd: "v=DMARC1; p=none" });
    expect(judgeDmarc(["v=DMARC1; p=none"]).state).toBe("advice");
    expect(judgeDmarc(["v=DMARC1; p=none; rua=mailto:a@example.com"]).state).toBe("ok");
    expect(judgeDmarc(["v=DMARC1; p=reject"]).state).toBe("ok");
    expect(judgeDmarc(["v=DMARC1"]).state).toBe("wrong");
    expect(judgeDmarc(["v=DMARC1; p=none", "v=DMARC1; p=reject"]).state).toBe("wrong");
  });

  it("always say something, and what to do where something is to be done", () => {
    fc.assert(
      fc.property(fc.option(texts, { nil: undefined }), (all) => {
        for (const one of [
          judgeSpf(all, google),
          judgeDkim([{ selector: "a", texts: all }], google),
          judgeDmarc(all),
        ]) {
          expect(one.summary).not.toBe("");
          if (one.state !== "ok") expect(one.whatToDo).toBeTruthy();
        }
      }),
    );
  });
});

describe("knownProvider()", () => {
  it("compares the end of the host, from a dot on", () => {
    expect(knownProvider("email-smtp.eu-west-1.amazonaws.com")?.name).toBe("Amazon SES");
    expect(knownProvider("SMTP.EU.Mailgun.org.")?.name).toBe("Mailgun");
    expect(knownProvider("smtp.notgmail.com")).toBeUndefined();
    expect(knownProvider(undefined)).toBeUndefined();
  });
});

describe("judgeReturnPath()", () => {
  const judged = (returnDomain: string, more: { readonly dmarc?: string; readonly host?: string } = {}) =>
    judgeReturnPath({
      ...{ domain: "mail.shop.example", dmarcDomain: "shop.example", returnDomain },
      dmarc: more.dmarc === undefined ? [] : [more.dmarc],
      provider: knownProvider(more.host),
    });

  it.each(["mail.shop.example", "shop.example", "bounces.shop.example"])("is aligned at %s", (returnDomain) => {
    expect(judged(returnDomain)).toEqual({
      state: "ok",
      summary: `Mails come back to ${returnDomain}, so SPF speaks for the sender (DMARC alignment).`,
    });
  });

  it("is aligned only at the domain itself where the DMARC record is strict", () => {
    const dmarc = "v=DMARC1; p=none; aspf=S";
    expect(judged("mail.shop.example", { dmarc })).toMatchObject({ state: "ok" });
    expect(judged("bounces.shop.example", { dmarc })).toMatchObject({
      state: "advice",
      whatToDo: expect.stringMatching(/delete aspf=s/),
    });
    expect(judged("bounces.shop.example", { dmarc: "v=DMARC1; p=none; aspf=r" })).toMatchObject({ state: "ok" });
  });

  it.each(["other.example", "notshop.example", "example"])(
    "is not aligned at %s, so the signature has to be",
    (returnDomain) => {
      expect(judged(returnDomain)).toMatchObject({
        state: "advice",
        summary: `Mails come back to ${returnDomain}, which is not aligned with mail.shop.example: SPF does not speak for the sender.`,
        whatToDo: expect.stringMatching(/sign with mail\.shop\.example\.$/),
      });
    },
  );

  it("is the provider's own where the provider replaces the envelope sender", () => {
    expect(judged("shop.example", { host: "email-smtp.eu-west-1.amazonaws.com" })).toMatchObject({
      state: "advice",
      summary: expect.stringMatching(/^Amazon SES sends with a return path of its own/),
    });
    expect(judged("shop.example", { host: "smtp.gmail.com" })).toMatchObject({ state: "ok" });
  });
});
