import { describe, expect, it } from "vitest";
import { ApiError, apiErrorOf, errorText } from "../../../panel/src/api/api-error.ts";
import { pollEvery } from "../../../panel/src/api/poll-every.ts";
import { reach, UnreachableError } from "../../../panel/src/api/reach.ts";
import { retryDelayMs, shouldRetry } from "../../../panel/src/api/retry.ts";
import { readConfig } from "../../../panel/src/config.ts";
import { exampleCurl } from "../../../panel/src/pages/api-keys/example-curl.ts";
import { expiryAfter, keyStateOf, lastUsedText } from "../../../panel/src/pages/api-keys/lifetimes.ts";
import {
  draftOf,
  EMPTY_DRAFT,
  faultIn,
  givenSamples,
  isSame,
  lineRange,
  requestOf,
} from "../../../panel/src/pages/email-templates/template-draft.ts";
import { chartText, problemText, scaleTop, totalsOf } from "../../../panel/src/pages/home/overview-figures.ts";
import { isSetUp, stepsOf } from "../../../panel/src/pages/home/steps.ts";
import {
  accountRequest,
  fieldIn,
  linesOf,
  serverText,
} from "../../../panel/src/pages/sending-accounts/account-fields.ts";
import { returnPath } from "../../../panel/src/session/return-path.ts";
import { claimsOf } from "../../../panel/src/session/token-claims.ts";

const NOW = Date.parse("2026-11-21T12:00:00.000Z");

describe("what goes wrong", () => {
  it("is shown in the service's own words, with the provider's", () => {
    const error = apiErrorOf(502, { error: "failed to send test email", detail: "535 no" });
    expect(errorText(error)).toEqual({ message: "failed to send test email", detail: "535 no" });
    expect(errorText(apiErrorOf(500, "<html>")).message).toBe("The service answered 500.");
    expect(errorText(apiErrorOf(429, "too many requests")).message).toMatch(/Wait a minute/);
    expect(errorText(new DOMException("x", "TimeoutError")).message).toMatch(/in time/);
    expect(error).toBeInstanceOf(ApiError);
  });

  it("is asked for again when it may pass, and after a 429 not before the service allows it", () => {
    const tooMany = apiErrorOf(429, "too many requests", "60");
    expect([0, 1, 2].map((count) => shouldRetry(count, tooMany))).toEqual([true, true, false]);
    expect(retryDelayMs(0, tooMany)).toBe(60_000);
    for (const unreadable of [null, undefined, "", "soon", "-1", "NaN"])
      expect(retryDelayMs(1, apiErrorOf(429, "too many requests", unreadable))).toBe(60_000);
    const down = apiErrorOf(503, { error: "media is being retrieved" });
    expect([0, 1, 2].map((count) => shouldRetry(count, down))).toEqual([true, true, false]);
    expect([0, 1, 9].map((count) => retryDelayMs(count, down))).toEqual([1000, 2000, 30_000]);
    expect(shouldRetry(0, new UnreachableError("x"))).toBe(true);
    for (const status of [400, 401, 403, 404, 409]) expect(shouldRetry(0, apiErrorOf(status, {}))).toBe(false);
  });

  it("is the connection's fault when a request fails, and the panel's when its own code does", async () => {
    const failed = reach(Promise.reject(new TypeError("Failed to fetch"))).catch((error: unknown) => errorText(error));
    expect(await failed).toEqual({ message: "The service cannot be reached. Check the connection." });
    const refused = new DOMException("x", "AbortError");
    await expect(reach(Promise.reject(refused))).rejects.toBe(refused);
    const own = errorText(new TypeError("l is not a function"));
    expect(own.message).not.toMatch(/reach|connection/);
    expect(own.detail).toBe("TypeError: l is not a function");
  });

  it("is asked for again only while it may get better", () => {
    const every = pollEvery<{ isDone: boolean }>(3000, ({ isDone }) => isDone);
    const state = (data: { isDone: boolean } | undefined, error: Error | null) => every({ state: { data, error } });
    expect(state(undefined, null)).toBe(3000);
    expect(state({ isDone: false }, null)).toBe(3000);
    expect(state({ isDone: true }, null)).toBe(false);
    for (const status of [400, 403, 404]) expect(state(undefined, apiErrorOf(status, {}))).toBe(false);
    for (const status of [429, 500, 503]) expect(state({ isDone: false }, apiErrorOf(status, {}))).toBe(3000);
    expect(state(undefined, new UnreachableError("x"))).toBe(3000);
  });

  it("names the setting that config.json lacks, and links to http addresses only", () => {
    const config = { issuer: "https://i", client_id: "c", base_url: "https://b", scope: "openid" };
    expect(() => readConfig({ ...config, issuer: "" })).toThrow("config.json has no issuer");
    expect(readConfig(config)).toMatchObject({ tools: [], http_api_provider: false });
    expect(readConfig({ ...config, http_api_provider: true }).http_api_provider).toBe(true);
    const tools = [{ label: "Mailbox", url: "http://x" }, { label: "Bad", url: "javascript:alert(1)" }, { label: 1 }];
    expect(readConfig({ ...config, tools }).tools).toEqual([tools[0]]);
  });
});

describe("signing in", () => {
  const tokenOf = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.y`;

  it("reads name and roles of an access token, one role or several", () => {
    expect(claimsOf(tokenOf({ sub: "a", role: "admin", display_name: "Zoë ✓" }))).toEqual({
      sub: "a",
      name: "Zoë ✓",
      roles: ["admin"],
    });
    expect(claimsOf(tokenOf({ sub: "a", role: ["x", 1, "y"] }))).toEqual({ sub: "a", name: "a", roles: ["x", "y"] });
    expect(claimsOf("opaque")).toEqual({ sub: "", name: "", roles: [] });
  });

  it.each([
    ["/api-keys?x=1", "/api-keys?x=1"],
    ["//evil.example", "/"],
    ["/\\evil.example", "/"],
    ["https://evil.example", "/"],
    ["/signed-in?code=1", "/"],
    [undefined, "/"],
  ])("goes back from %s to %s: only ever into this panel", (state, path) => {
    expect(returnPath(state)).toBe(path);
  });
});

describe("API keys", () => {
  it("expire after so many days, or never", () => {
    expect(expiryAfter("", NOW)).toEqual({});
    expect(expiryAfter("30", NOW)).toEqual({ expires_at: "2026-12-21T12:00:00.000Z" });
  });

  it("are active, expiring, expired or revoked", () => {
    const at = "2026-11-21T11:00:00.000Z";
    expect(keyStateOf({}, NOW)).toBe("active");
    expect(keyStateOf({ expires_at: "2026-11-22T12:00:00.000Z" }, NOW)).toBe("expiring");
    expect(keyStateOf({ expires_at: at }, NOW)).toBe("expired");
    expect(keyStateOf({ expires_at: at, revoked_at: at }, NOW)).toBe("revoked");
  });

  it("were used to the hour, not to the second", () => {
    expect(lastUsedText(undefined, NOW)).toBe("never");
    expect(lastUsedText("2026-11-21T11:30:00.000Z", NOW)).toBe("in the last hour");
    expect(lastUsedText("2026-11-21T09:00:00.000Z", NOW)).toBe("3 hours ago");
  });

  it("come with a command that a shell reads as it is meant", () => {
    const command = exampleCurl("https://herald.example", "hrld_live_x");
    expect(command).toContain("curl -X POST https://herald.example/api/v1/notifications");
    const [, json = ""] = /-d '(.*)'$/.exec(command) ?? [];
    expect(JSON.parse(json)).toMatchObject({ recipient: "you@example.com" });
  });
});

describe("sending accounts", () => {
  const form = {
    label: "Shop",
    from_address: "a@b.example",
    provider: "smtp",
    host: "h",
    port: "587",
    endpoint: "https://x",
  };

  it("send the fields of the chosen provider, and a secret only when one was typed", () => {
    const body = accountRequest({
      ...form,
      encryption: "tls",
      password: "",
      is_default: "on",
      trusted_domains: "a.com\n\n b.com,",
    });
    expect(body).toEqual({
      label: "Shop",
      from_address: "a@b.example",
      from_name: "",
      is_default: true,
      trusted_domains: ["a.com", "b.com"],
      api_allowed_domains: [],
      provider: "smtp",
      host: "h",
      port: 587,
      username: "",
      encryption: "tls",
    });
    expect(accountRequest({ ...form, max_connections: "3" })).toMatchObject({ max_connections: 3 });
    expect(accountRequest({ ...form, password: "s" })).toMatchObject({ password: "s", is_default: false });
    const http = accountRequest({ ...form, provider: "http_api", body_template: "{}", api_key: "k" });
    expect(http).toMatchObject({ provider: "http_api", endpoint: "https://x", body_template: "{}", api_key: "k" });
    expect(Object.keys(http)).not.toContain("host");
  });

  it("are described in a line, and find the field that a refusal is about", () => {
    const account = { provider: "smtp", host: "mail.example", port: 25, encryption: "none" } as const;
    expect(serverText({ ...account } as Parameters<typeof serverText>[0])).toBe("mail.example:25, not encrypted");
    expect(fieldIn("port must be an integer", ["host", "port"])).toBe("port");
    expect(fieldIn("provider http_api is not enabled", ["host"])).toBeUndefined();
    expect(linesOf()).toEqual([]);
  });
});

describe("email templates", () => {
  it("find the place of a mistake in the engine's words", () => {
    expect(faultIn("template: body:3: unexpected EOF")).toEqual({ field: "body", line: 3, message: "unexpected EOF" });
    expect(faultIn('template: subject:1:3: executing "subject" at <x>: no')).toMatchObject({
      field: "subject",
      line: 1,
    });
    expect(faultIn("html/template:body:2:7: {{if}} branches end in different contexts")).toEqual({
      ...{ field: "body", line: 2, message: "{{if}} branches end in different contexts" },
    });
    expect(faultIn("something else")).toBeUndefined();
    expect(faultIn()).toBeUndefined();
  });

  it("mark the whole line, and the last one when there are fewer", () => {
    const text = "one\ntwo\nthree";
    const marked = (line: number) => text.slice(...lineRange(text, line));
    expect([0, 1, 2, 3, 9].map(marked)).toEqual(["one", "one", "two", "three", "three"]);
  });

  it("say only the options that are used", () => {
    const draft = { ...EMPTY_DRAFT, name: "N", subject: "S", body: "B" };
    const plain = { name: "N", subject: "S", body: "B", body_type: "text" } as const;
    expect(requestOf(draft)).toEqual(plain);
    // Text has no place to escape for; the box comes back with HTML.
    expect(requestOf({ ...draft, isEscaped: true, alias: "a", strict: true })).toEqual({
      ...{ ...plain, alias: "a", strict: true },
    });
    const html = { ...draft, body_type: "html", isEscaped: true } as const;
    expect(requestOf(html)).toEqual({ ...plain, body_type: "html", escape: "html" });
    const times = { created_at: "2026-11-21T12:00:00.000Z", updated_at: "2026-11-21T12:00:00.000Z" };
    expect(isSame(html, draftOf({ id: "i", ...plain, body_type: "html", escape: "html", version: 2, ...times }))).toBe(
      true,
    );
    expect(isSame(draft, { ...draft, alias: "a" })).toBe(false);
  });

  it("take an empty sample for none", () => {
    expect(givenSamples({ a: "1", b: "" })).toEqual({ a: "1" });
  });
});

describe("home", () => {
  const hour = (accepted: number, sent = 0, failed = 0) => ({
    from: "2026-11-21T11:00:00.000Z",
    accepted,
    sent,
    failed,
  });

  it("adds up the day and says it in a sentence", () => {
    const hours = [hour(0), hour(7, 3, 1), hour(2, 5)];
    expect(totalsOf({ hours })).toEqual({ accepted: 9, sent: 8, failed: 1 });
    expect(chartText({ hours })).toMatch(
      /^In the last 24 hours 9 accepted, 8 sent, 1 failed\. The busiest .* with 7 accepted\.$/,
    );
    expect(chartText({ hours: [hour(0)] })).toMatch(/^Nothing/);
  });

  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [7, 10],
    [11, 20],
    [999, 1000],
  ])("scales %d to %d", (largest, top) => {
    expect(scaleTop([hour(largest)])).toBe(top);
  });

  it("says what is wrong with an account, and whether it still is", () => {
    const account = { account_id: "a", channel: "email", sent: 1, last_error: "", last_trouble_id: "n" } as const;
    const explanation = { code: "unknown", summary: "", what_to_do: "" } as const;
    expect(problemText({ ...account, explanation, failed: 2, retrying: 1, is_failing: true })).toBe(
      "2 failed, 1 being tried again in the last day, and the latest attempt did not work",
    );
    expect(problemText({ ...account, explanation, failed: 1, retrying: 0, is_failing: false })).toMatch(
      /; it works again now$/,
    );
  });

  it("leads through the first steps until all are done", () => {
    expect(stepsOf({ hasAccount: true, hasKey: false, hasSent: false }).map(({ isDone }) => isDone)).toEqual([
      true,
      false,
      false,
    ]);
    expect(isSetUp({ hasAccount: true, hasKey: true, hasSent: false })).toBe(false);
    expect(isSetUp({ hasAccount: true, hasKey: true, hasSent: true })).toBe(true);
  });
});
