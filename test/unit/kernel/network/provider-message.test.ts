import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToBytes, providerMessage } from "../../../../shared/kernel/network/provider-message.ts";

describe("providerMessage()", () => {
  it("lets no usual shape of the credentials through", () => {
    const shape = fc.constantFrom<(user: string, secret: string) => string>(
      (_user, secret) => secret,
      (_user, secret) => Buffer.from(secret).toString("base64"),
      (user, secret) => Buffer.from(`\0${user}\0${secret}`).toString("base64"),
      (user, secret) => `AUTH PLAIN ${Buffer.from(`\0${user}\0${secret}`).toString("base64")}`,
      (user, secret) => `${user}:${secret}`,
      (user, secret) => `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`,
      (_user, secret) => `?key=${encodeURIComponent(secret)}`,
      (_user, secret) => JSON.stringify({ secret }),
    );
    const word = fc.string({ minLength: 8, maxLength: 40, unit: fc.constantFrom(...'abcXYZ019+/=&"\\ é') });
    fc.assert(
      fc.property(word, word, shape, fc.string(), (user, secret, echo, around) => {
        const message = providerMessage(`550 ${around} ${echo(user, secret)} ${around}`, { username: user, secret });
        expect(message).not.toContain(secret);
        expect(message).not.toContain(Buffer.from(secret).toString("base64").replace(/=+$/, ""));
        expect(message).not.toContain(Buffer.from(`\0${user}\0${secret}`).toString("base64").replace(/=+$/, ""));
      }),
    );
  });

  it("leaves words alone that only sound like a command", () => {
    const message = "530 5.7.0 AUTH LOGIN required, AUTH PLAIN mechanism refused";
    expect(providerMessage(message, { username: "demo", secret: "correct horse" })).toBe(message);
  });

  it("hides an AUTH command of somebody else's making", () => {
    expect(providerMessage("501 AUTH PLAIN AGRlbW8AZGVtbw== bad", { secret: "" })).toBe("501 AUTH PLAIN [hidden] bad");
  });

  it("does not blot out words for a secret of one or two characters", () => {
    expect(providerMessage("550 no such user", { secret: "no" })).toBe("550 no such user");
  });

  it("hides a credential that a cut left half", () => {
    const secret = "key-0123456789abcdef";
    expect(providerMessage(`refused ${secret.slice(0, 12)}`, { secret })).toBe("refused [hidden]");
    expect(providerMessage("refused ke", { secret })).toBe("refused ke");
  });

  it("keeps line feeds and replaces other control characters", () => {
    expect(providerMessage("550-a\r\n550 b\0\u001bc\ud800", { secret: "" })).toBe("550-a\n550 b  c");
  });

  it("cuts at 4096 bytes between characters, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1_000, maxLength: 6_000 }), (text) => {
        const message = providerMessage(text, { secret: "" });
        expect(Buffer.byteLength(message)).toBeLessThanOrEqual(4_096);
        expect(!/\p{Cs}/u.test(message)).toBe(true);
      }),
      { numRuns: 50 },
    );
    expect(cutToBytes("aé", 2)).toBe("a");
    expect(cutToBytes("aé", 3)).toBe("aé");
    expect(cutToBytes("🎉", 3)).toBe("");
  });
});
