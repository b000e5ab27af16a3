import { describe, expect, it } from "vitest";
import { ApiError, apiErrorOf, errorText } from "../../../panel/src/api/api-error.ts";
import { namingUnreachable, UnreachableError } from "../../../panel/src/api/naming-unreachable.ts";
import { pollEvery, untilAnswered } from "../../../panel/src/api/poll-every.ts";
import { retryDelayMs, shouldRetry } from "../../../panel/src/api/retry.ts";
import { readConfig } from "../../../panel/src/config.ts";
import { isSetUp, stepsOf } from "../../../panel/src/explain/set-up-steps.ts";
import {
  didText,
  type Entry,
  fieldsText,
  pathOf,
  personText,
} from "../../../panel/src/pages/activity/activity-text.ts";
import { filtersIn as activityFilters, sinceOf } from "../../../panel/src/pages/activity/filters.ts";
import { type ApiKey, keyText, limitsText, mayText, statusOf } from "../../../panel/src/pages/api-keys/key-facts.ts";
import { ALL, termsOf, USUAL } from "../../../panel/src/pages/api-keys/key-purposes.ts";
import { expiryAfter, keyStateOf, lastUsedText } from "../../../panel/src/pages/api-keys/lifetimes.ts";
import { draftOf, EMPTY_DRAFT, isSame, requestOf } from "../../../panel/src/pages/email-templates/template-draft.ts";
import { faultIn } from "../../../panel/src/pages/email-templates/template-fault.ts";
import {
  changeText,
  countChangeText,
  pathOf as pathOfConcern,
  percentText,
  periodIn,
  secondsText,
  suppressionsPathOf,
  volumeSeries,
  whenText,
} from "../../../panel/src/pages/home/figures-text.ts";
import { accountRequest, linesOf, serverText } from "../../../panel/src/pages/sending-accounts/account-fields.ts";
import { hostIn, PRESETS, presetIdOf, presetOf } from "../../../panel/src/pages/sending-accounts/presets.ts";
import { serverDraftOf, withEncryption, withPreset } from "../../../panel/src/pages/sending-accounts/server-draft.ts";
import { shownSteps } from "../../../panel/src/pages/sending-accounts/trial-steps.ts";
import { returnPath } from "../../../panel/src/session/return-path.ts";
import { claimsOf } from "../../../panel/src/session/token-claims.ts";
import { KEY_PERMISSIONS, USUAL_PERMISSIONS } from "../../../shared/kernel/key-permissions.ts";

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
    const failed = namingUnreachable(Promise.reject(new TypeError("Failed to fetch"))).catch((error: unknown) =>
      errorText(error),
    );
    expect(await failed).toEqual({ message: "The service cannot be reached. Check the connection." });
    const refused = new DOMException("x", "AbortError");
    await expect(namingUnreachable(Promise.reject(refused))).rejects.toBe(refused);
    const own = errorText(new TypeError("l is not a function"));
    expect(own.message).not.toMatch(/reach|connection/);
    expect(own.detail).toBe("TypeError: l is not a function");
  });

  it("is asked for again only while it may get better", () => {
    const every = pollEvery<{ isDone: boolean }>(3000, ({ isDone }) => isDone);
    const never = { dataUpdatedAt: 0, errorUpdatedAt: 0, errorUpdateCount: 1 };
    const state = (data: { isDone: boolean } | undefined, error: Error | null) =>
      every({ state: { data, error, ...never } });
    expect(state(undefined, null)).toBe(3000);
    expect(state({ isDone: false }, null)).toBe(3000);
    expect(state({ isDone: true }, null)).toBe(false);
    for (const status of [400, 403, 404]) expect(state(undefined, apiErrorOf(status, {}))).toBe(false);
    for (const status of [429, 500, 503]) expect(state({ isDone: false }, apiErrorOf(status, {}))).toBe(3000);
    expect(state(undefined, new UnreachableError("x"))).toBe(3000);
  });

  it("is asked for at growing waits while the service is down, and once more by itself where nothing polls", () => {
    const down = { data: 1, error: new UnreachableError("x"), dataUpdatedAt: 1000, errorUpdateCount: 3 };
    const after = (ms: number) => pollEvery<number>(2000)({ state: { ...down, errorUpdatedAt: 1000 + ms } });
    expect([100, 4000, 10_000, 60_000, 3_600_000].map(after)).toEqual([2000, 2000, 5000, 30_000, 30_000]);
    const first = { ...down, data: undefined, dataUpdatedAt: 0, errorUpdatedAt: 1000 };
    const wait = (errorUpdateCount: number) => untilAnswered({ state: { ...first, errorUpdateCount } });
    expect([1, 2, 3, 9].map(wait)).toEqual([3000, 6000, 12_000, 30_000]);
    expect(untilAnswered({ state: { ...first, error: null } })).toBe(false);
    expect(untilAnswered({ state: { ...first, error: apiErrorOf(404, {}) } })).toBe(false);
  });

  it("names the setting that config.json lacks, and links to http addresses only", () => {
    const config = { issuer: "https://i", client_id: "c", base_url: "https://b", scope: "openid" };
    expect(() => readConfig({ ...config, issuer: "" })).toThrow("config.json has no issuer");
    expect(readConfig(config)).toMatchObject({ tools: [], http_api_provider: false });
    expect(readConfig({ ...config, http_api_provider: true }).http_api_provider).toBe(true);
    expect([undefined, true, false].map((uploads) => readConfig({ ...config, uploads }).uploads)).toEqual([
      true,
      true,
      false,
    ]);
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

const aKey = (fields: Partial<ApiKey>): ApiKey => ({
  id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
  name: "Web shop",
  prefix: "hrld_live_7H",
  may: [...USUAL_PERMISSIONS],
  created_at: "2026-11-01T12:00:00.000Z",
  ...fields,
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

  it("are made for a purpose, with the limits that were filled in", () => {
    expect(termsOf({ purpose: "backend", per_day: "", recipients: " " })).toEqual({});
    expect(termsOf({ purpose: "reader", per_day: "20", recipients: "*@a.example,\n+351*" })).toEqual({
      permissions: ["notifications:read", "conversations:read", "events:read"],
      limits: { per_day: 20, recipients: ["*@a.example", "+351*"] },
    });
    expect(termsOf({ purpose: "custom", "permission:events:read": "on", approval: "on" })).toEqual({
      permissions: ["events:read"],
      approval: "required",
    });
    expect(USUAL).toEqual(USUAL_PERMISSIONS);
    expect(ALL).toEqual(KEY_PERMISSIONS);
  });

  it("were used to the hour, not to the second", () => {
    expect(lastUsedText(undefined, NOW)).toBe("Never");
    expect(lastUsedText("2026-11-21T11:30:00.000Z", NOW)).toBe("In the last hour");
    expect(lastUsedText("2026-11-21T09:00:00.000Z", NOW)).toBe("3 hours ago");
  });

  it("say what they may do, how they begin and end, and how long they still work", () => {
    expect(mayText([...USUAL_PERMISSIONS])).toBe("Everything");
    expect(mayText(["notifications:send", "events:read"])).toBe("Send notifications, read events");
    expect(limitsText(aKey({}))).toBeUndefined();
    const recipients = ["*@a.example", "+351*", "b@a.example"];
    const limits = { per_day: 1500, recipients };
    expect(limitsText(aKey({ limits, used_today: 1200, approval: "required" }))).toBe(
      "1,200 of 1,500 today, to *@a.example, +351* and 1 more, with approval",
    );
    expect(limitsText(aKey({ limits: { per_day: 5 } }))).toBe("0 of 5 today");
    expect(keyText(aKey({ last_four: "q9Zd" }))).toBe("hrld_live_7H…q9Zd");
    expect(keyText(aKey({}))).toBe("hrld_live_7H…");
    const left = (hours: number) =>
      statusOf(aKey({ expires_at: new Date(NOW + hours * 3_600_000).toISOString() }), NOW);
    expect(left(24 * 60)).toEqual({ text: "Active", tone: "ok" });
    expect(left(24 * 3 + 1)).toEqual({ text: "3 days left", tone: "part" });
    expect(left(1)).toEqual({ text: "1 hour left", tone: "part" });
    expect(left(-1)).toEqual({ text: "Expired", tone: "off" });
    expect(statusOf(aKey({ revoked_at: "2026-11-21T11:00:00.000Z" }), NOW).text).toBe("Revoked");
  });
});

describe("activity", () => {
  const entry: Entry = {
    id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e01",
    at: "2026-11-21T12:00:00.000Z",
    actor: { sub: "demo" },
    kind: "sending_account",
    action: "changed",
    record_id: "r1",
    fields: ["from_address", "host"],
    request_id: "JKJ=",
  };

  it("says who did what to which fields, and leads to the record while there is one", () => {
    expect([didText(entry), fieldsText(entry), personText(entry)]).toEqual([
      "Changed sending account",
      "from address, host",
      "demo",
    ]);
    expect(pathOf(entry)).toBe("/sending-accounts/r1");
    expect(pathOf({ ...entry, action: "deleted" })).toBeUndefined();
    expect(pathOf({ ...entry, kind: "api_key" })).toBe("/api-keys");
    expect(didText({ ...entry, kind: "api_key", action: "rotated" })).toBe("Rotated API key");
  });

  it("takes what it knows from the address, and a period from now", () => {
    const search = "kind=webhook&actor=demo&period=7&of=administration&x=1";
    expect(activityFilters(new URLSearchParams(search))).toEqual({
      kind: "webhook",
      actor: "demo",
      period: "7",
      of: "administration",
    });
    expect(activityFilters(new URLSearchParams("kind=secret&period=8&of=all"))).toEqual({});
    expect(sinceOf("7", NOW)).toBe("2026-11-14T12:00:00.000Z");
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
      from_addresses: "b@b.example\n *@c.example\n",
      trusted_domains: "a.com\n\n b.com,",
    });
    expect(body).toEqual({
      label: "Shop",
      from_address: "a@b.example",
      from_addresses: ["b@b.example", "*@c.example"],
      from_name: "",
      is_default: true,
      trusted_domains: ["a.com", "b.com"],
      api_allowed_domains: [],
      provider: "smtp",
      host: "h",
      port: 587,
      username: "",
      encryption: "tls",
      feedback_topic_arn: "",
    });
    expect(accountRequest({ ...form, max_connections: "3" })).toMatchObject({ max_connections: 3 });
    expect(accountRequest({ ...form, password: "s" })).toMatchObject({ password: "s", is_default: false });
    const pasted = accountRequest({ ...form, return_path: " b@bounces.example\n", feedback_topic_arn: " arn " });
    expect(pasted).toMatchObject({ return_path: "b@bounces.example", feedback_topic_arn: "arn" });
    expect(accountRequest({ ...form, return_path: " " })).not.toHaveProperty("return_path");
    const http = accountRequest({ ...form, provider: "http_api", body_template: "{}", api_key: "k" });
    expect(http).toMatchObject({ provider: "http_api", endpoint: "https://x", body_template: "{}", api_key: "k" });
    expect(Object.keys(http)).not.toContain("host");
  });

  it("are described in a line", () => {
    const account = { provider: "smtp", host: "mail.example", port: 25, encryption: "none" } as const;
    expect(serverText({ ...account } as Parameters<typeof serverText>[0])).toBe("mail.example:25, not encrypted");
    expect(linesOf()).toEqual([]);
  });

  it("begin with what a provider's documentation says, and know it again by the host", () => {
    expect(PRESETS.map(({ name }) => name)).toEqual([
      ...["Gmail", "Microsoft 365", "Amazon SES", "Postmark", "Resend", "Mailgun", "SendGrid", "Mailpit"],
      ...["Relay", "Other"],
    ]);
    const start = serverDraftOf(undefined);
    expect(start).toMatchObject({ preset: "other", port: "587", encryption: "starttls" });
    const sendgrid = withPreset(start, "sendgrid");
    expect(sendgrid).toMatchObject({ host: "smtp.sendgrid.net", username: "apikey", port: "587" });
    expect(withPreset(sendgrid, "relay")).toMatchObject({ host: "", username: "", port: "25", encryption: "none" });
    expect(withPreset({ ...start, host: "mail.own.example" }, "relay").host).toBe("mail.own.example");
    expect(withPreset(sendgrid, "http_api")).toEqual({ ...sendgrid, preset: "http_api" });
    const host = hostIn(presetOf("ses"), "eu-west-1");
    expect(host).toBe("email-smtp.eu-west-1.amazonaws.com");
    expect(presetIdOf({ provider: "smtp", host, username: "u" })).toBe("ses");
    expect(presetIdOf({ provider: "smtp", host: "smtp.eu.mailgun.org" })).toBe("mailgun");
    expect(presetIdOf({ provider: "smtp", host: "mail.own.example" })).toBe("relay");
    expect(presetIdOf({ provider: "smtp", host: "mail.own.example", username: "u" })).toBe("other");
    expect(presetIdOf({ provider: "http_api" })).toBe("http_api");
  });

  it("move the port with the encryption until somebody types one", () => {
    const start = serverDraftOf(undefined);
    expect(withEncryption(start, "tls").port).toBe("465");
    expect(withEncryption({ ...start, port: "2525", isPortTyped: true }, "tls").port).toBe("2525");
  });

  it("show the steps of a test with those that were not come to", () => {
    const account = { provider: "smtp", host: "h", port: 587, encryption: "starttls", username: "u" };
    const answer = {
      sent: false,
      steps: [
        { step: "resolve", ms: 1, ok: true },
        { step: "connect", ms: 9, ok: false },
      ],
    };
    const steps = shownSteps(...([account, answer] as unknown as Parameters<typeof shownSteps>));
    expect(steps.map(({ text, tone }) => `${tone} ${text}`)).toEqual([
      ...["ok Host found (h)", "bad No connection on port 587", "off Encrypted", "off Signed in"],
      "off Mail handed over",
    ]);
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

  it("say only the options that are used", () => {
    const draft = { ...EMPTY_DRAFT, name: "N", subject: "S", body: "B" };
    const plain = { name: "N", subject: "S", body: "B", body_type: "text" } as const;
    expect(requestOf(draft)).toEqual(plain);
    // In a plain text nothing needs escaping. The box is shown again when the body is HTML.
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
});

describe("home", () => {
  it("says rates, times and changes as a reader takes them", () => {
    expect([undefined, 0, 0.5, 0.9999, 1].map(percentText)).toEqual(["–", "0%", "50%", "99.9%", "100%"]);
    expect([undefined, 20, 420, 9999, 12_400, 200_000].map(secondsText)).toEqual([
      "–",
      "0.1 s",
      "0.4 s",
      "10.0 s",
      "12 s",
      "3 min",
    ]);
    expect(changeText(0.986, 0.983, "7d")).toBe("0.3 points more than in the 7 days before");
    expect(changeText(0.9, 0.95, "24h")).toBe("5 points less than in the 24 hours before");
    expect(changeText(0.9, 0.9, "30d")).toBe("as in the 30 days before");
    expect(changeText(undefined, 0.9, "7d")).toBe("");
    expect(countChangeText(1250, 50, "7d")).toBe("1,200 more than in the 7 days before");
    expect(countChangeText(1, 3, "24h")).toBe("2 fewer than in the 24 hours before");
    expect(countChangeText(3, 3, "30d")).toBe("as many as in the 30 days before");
    expect(countChangeText(3, undefined, "90d")).toBe("");
    expect(["?period=30d", "?period=x", ""].map((search) => periodIn(new URLSearchParams(search)))).toEqual([
      "30d",
      "7d",
      "7d",
    ]);
  });

  it.each([
    ["sending_account", "/sending-accounts/a"],
    ["webhook", "/events/webhooks/a"],
    ["conversation", "/conversations/a"],
    ["email_template", "/email-templates/a"],
    ["chat_template", "/chat-templates/a"],
    ["api_key", "/api-keys"],
  ] as const)("leads from a concern about a %s to %s", (kind, path) => {
    expect(pathOfConcern({ kind, id: "a" })).toBe(path);
  });

  it.each([
    ["sending_account_bounces_exceeded", "/suppressions?reason=bounce"],
    ["sending_account_complaints", "/suppressions?reason=complaint"],
    ["sending_account_complaints_exceeded", "/suppressions?reason=complaint"],
    ["sending_account_failing", undefined],
  ] as const)("leads from the concern %s to the suppressed recipients, where there are some", (kind, path) => {
    expect(suppressionsPathOf(kind)).toBe(path);
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

describe("what needs attention", () => {
  const concern = {
    kind: "customers_waiting",
    record: { kind: "conversation", id: "1" },
    title: "",
    text: "",
  } as const;
  const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

  it("says since when, and how long a customer can still be answered", () => {
    const text = (since: number, until?: number) =>
      whenText({ ...concern, since: at(since), ...(until && { until: at(until) }) }, NOW);
    expect(text(-1)).toMatch(/^Since \d\d:\d\d\.$/);
    expect(text(-1, 1.5)).toMatch(/^Since .*\. The window closes in 90 min\.$/);
    expect([text(-1, 23), text(-30, -6)].join()).not.toContain("closes");
    expect([
      whenText(concern, NOW),
      whenText({ ...concern, kind: "template_lacks_variables", since: at(0) }, NOW),
    ]).toEqual(["", ""]);
  });

  it("has a bar for each day of a week, and loses nothing", () => {
    const point = { accepted: 2, delivered: 1, failed: 1, canceled: 0 };
    const series = Array.from({ length: 168 }, (_, i) => ({ ...point, from: at(i - 167) }));
    const days = volumeSeries(series, "7d");
    expect([7, 8]).toContain(days.length);
    expect(days.reduce((sum, { delivered, failed }) => sum + delivered + failed, 0)).toBe(336);
    expect(volumeSeries(series, "24h")).toBe(series);
  });
});

describe("a key that was replaced", () => {
  it("is told from one that was made to end, whatever the other keys are called", () => {
    const ending = { expires_at: "2026-11-22T12:00:00.000Z" };
    expect(statusOf(aKey({ ...ending, replaced_at: "2026-11-21T12:00:00.000Z" }), NOW)).toEqual({
      ...{ text: "Replaced, ends in 24 hours", tone: "wait" },
    });
    expect(statusOf(aKey(ending), NOW).text).toBe("24 hours left");
    const long = { expires_at: "2026-12-21T12:00:00.000Z", replaced_at: "2026-11-21T12:00:00.000Z" };
    expect(statusOf(aKey(long), NOW).text).toBe("Replaced, ends in 30 days");
  });
});
