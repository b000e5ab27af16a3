import { describe, expect, it } from "vitest";
import { isWellFormedAccessToken } from "../../../shared/kernel/access-token-form.ts";

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const HEAD = part({ alg: "RS256" });
const CLAIMS = part({ sub: "x", exp: 1 });

describe("isWellFormedAccessToken() (D54)", () => {
  it.each([
    ["any signature", `${HEAD}.${CLAIMS}.c2ln`, true],
    ["none", `${HEAD}.${CLAIMS}.`, true],
    ["two parts", `${HEAD}.${CLAIMS}`, false],
    ["four parts", `${HEAD}.${CLAIMS}.a.b`, false],
    ["claims that are a list", `${HEAD}.${part([])}.a`, false],
    ["a header that is text", `${part("x")}.${CLAIMS}.a`, false],
    ["claims that are null", `${HEAD}.${part(null)}.a`, false],
    ["no JSON", `${HEAD}.abc.a`, false],
    ["no base64url", `${HEAD}.${CLAIMS}.+/`, false],
    ["padding", `${HEAD}.${CLAIMS}=.a`, false],
    ["empty parts", "..", false],
    ["an API key", "hrld_live_x", false],
    ["nothing", "", false],
  ])("of %s", (_what, text, isOne) => {
    expect(isWellFormedAccessToken(text)).toBe(isOne);
  });

  it("ends on a long credential of dots", () => {
    expect(isWellFormedAccessToken(".".repeat(1_000_000))).toBe(false);
  });
});
