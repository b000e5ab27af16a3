import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiKeyText } from "../../shared/kernel/api-key-text.ts";
import { type Answer, type CallOptions, type Fields, LocalStack, type Owner } from "../support/local-stack.ts";

const NOTIFICATIONS = "/api/v1/notifications";
const NOBODYS = "01980000-0000-7000-8000-000000000000";

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.start({ HERALD_RATE_BURST: "40", HERALD_RATE_REFILL: "0.5" });
  owner = await stack.owner();
});
afterAll(() => stack.close());

const post = (options: CallOptions): Promise<Answer> =>
  stack.call("POST", NOTIFICATIONS, { token: owner.key, ...options });

describe("errors (D49, D49a)", () => {
  it.each<[string, () => Promise<Answer>, number, string, string]>([
    ["no credential", () => stack.call("GET", NOTIFICATIONS), 401, "unauthorized", "unauthorized"],
    [
      "nobody's",
      () => stack.call("GET", `${NOTIFICATIONS}/${NOBODYS}`, { token: owner.key }),
      404,
      "not found",
      "not_found",
    ],
    ["an unknown path", () => stack.call("GET", "/api/v1/nope"), 404, "not found", "not_found"],
    ["another method", () => stack.call("PUT", NOTIFICATIONS), 405, "method not allowed", "method_not_allowed"],
    ["malformed JSON", () => post({ raw: '{"channel":' }), 400, "invalid request body", "malformed_json"],
    [
      "an unknown template",
      () => post({ json: { recipient: "a@b.example", template_id: NOBODYS } }),
      400,
      "template_id not found",
      "invalid_request",
    ],
    ["the panel's routes", () => stack.call("GET", "/panel/api/notifications"), 401, "unauthorized", "unauthorized"],
  ])("have a stable code: %s", async (_, ask, status, error, code) => {
    const answer = await ask();
    expect([answer.status, answer.body]).toEqual([status, { error, code }]);
  });

  it("say every problem of a body, the first of them as before", async () => {
    const answer = await post({ json: { bogus: 1, cc: "x", body: 5 } });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        error: 'unknown field "bogus"',
        code: "invalid_request",
        errors: [
          { field: "bogus", message: 'unknown field "bogus"' },
          { field: "recipient", message: "recipient is required" },
          { field: "cc", message: "cc must be an array of strings" },
          { field: "body", message: "body must be a string" },
          { field: "subject", message: "subject is required" },
        ],
      },
    ]);
  });

  it.each([
    ["[1]", undefined, "a JSON object was expected, not an array: POST /api/v1/notifications/batch takes several"],
    ["null", undefined, "a JSON object was expected, not null"],
    ['"x"', undefined, "a JSON object was expected, not a string"],
    ["5", undefined, "a JSON object was expected, not a number"],
    ["true", undefined, "a JSON object was expected, not a boolean"],
    ["", undefined, "a JSON object was expected, not nothing"],
    ["{}", "text/plain", "Content-Type must be application/json"],
  ])("say what was expected instead of %s (%s) (D54)", async (raw, type, message) => {
    const answer = await post(type === undefined ? { raw } : { raw, type });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: "invalid request body", code: "invalid_request", errors: [{ field: "", message }] },
    ]);
  });

  it("name the field that was meant, and the message stays as it was (D54)", async () => {
    const answer = await post({
      json: { to: "a@b.example", subject: "x", html: "y", attachments: [{ fileName: "z" }] },
    });
    expect(answer.body).toMatchObject({
      error: 'unknown field "fileName"',
      errors: expect.arrayContaining([
        { field: "to", message: 'unknown field "to", did you mean "recipient"?' },
        { field: "html", message: 'unknown field "html", did you mean "body"?' },
        { field: "attachments.0.fileName", message: 'unknown field "fileName", did you mean "filename"?' },
      ]),
    });
  });

  it.each([
    ["an API key, where an access token belongs", "/panel/api/api-keys", "key", "access_token_required"],
    ["an unknown API key", "/panel/api/api-keys", "strangeKey", "access_token_required"],
    ["an access token, where an API key belongs", `${NOTIFICATIONS}/${NOBODYS}`, "token", "api_key_required"],
    ["an expired access token of anybody", `${NOTIFICATIONS}/${NOBODYS}`, "strangeToken", "api_key_required"],
    ["an unknown API key, where one belongs", `${NOTIFICATIONS}/${NOBODYS}`, "strangeKey", "unauthorized"],
    ["no known form", "/panel/api/api-keys", "odd", "unauthorized"],
  ] as const)("say which kind of credential a route takes: %s (D54)", async (_what, path, which, code) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const token = {
      key: owner.key,
      token: owner.token,
      strangeKey: apiKeyText(new Uint8Array(32).fill(3)),
      strangeToken: `${part({ alg: "none" })}.${part({ exp: 1 })}.`,
      odd: "hrld_live_odd",
    }[which];
    const answer = await stack.call("GET", path, { token });
    expect([answer.status, answer.body]).toEqual([401, { error: "unauthorized", code }]);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it("read a body without a content type as JSON", async () => {
    const json = { recipient: "a@shop.example", subject: "x", body: "y" };
    expect((await post({ raw: JSON.stringify(json), type: null })).status).toBe(202);
    expect((await post({ raw: "{", type: null })).body.code).toBe("malformed_json");
  });

  it("publish their codes in the API's description", async () => {
    const { components } = (await stack.call("GET", "/openapi.json")).body;
    const { schemas } = components as { readonly schemas: Record<string, Fields> };
    expect(schemas.Error).toMatchObject({ required: ["error", "code"] });
    expect(JSON.stringify(schemas.Error)).toContain('"malformed_json"');
  });
});

describe("rate headers (D49)", () => {
  const rateOf = ({ headers }: Answer) =>
    ["limit", "remaining", "reset"].map((name) => Number(headers.get(`ratelimit-${name}`) ?? Number.NaN));

  it("count down to the refusal, which has them too and stays plain text", async () => {
    const { key } = await stack.owner();
    const seen: number[][] = [];
    let answer: Answer;
    do {
      answer = await stack.call("GET", `${NOTIFICATIONS}/${NOBODYS}`, { token: key });
      seen.push(rateOf(answer));
    } while (answer.status !== 429 && seen.length < 60);
    expect([answer.status, answer.text]).toEqual([429, "too many requests"]);
    expect(answer.headers.get("retry-after")).toBe("60");
    for (const [limit, , reset = 0] of seen) {
      expect(limit).toBe(40);
      expect(reset === 1 || reset === 2).toBe(true);
    }
    const remaining = seen.map(([, left]) => left ?? Number.NaN);
    expect(remaining[0]).toBe(39);
    expect(remaining.every((left, i) => i === 0 || left <= (remaining[i - 1] ?? 0) + 1)).toBe(true);
    expect(remaining.at(-1)).toBe(0);
  });

  it("are on answers without a credential, and with one that nobody knows", async () => {
    for (const token of [undefined, "made-up"]) {
      const answer = await stack.call("GET", NOTIFICATIONS, { token });
      expect(answer.status).toBe(401);
      expect(rateOf(answer)[0]).toBe(40);
    }
    expect(rateOf(await stack.call("GET", "/api/v1/status"))[0]).toBe(40);
  });

  it("are on unknown paths and methods, which take from the credential's own bucket", async () => {
    const { key } = await stack.owner();
    const first = await stack.call("GET", "/api/v1/nope", { token: key });
    expect([first.status, rateOf(first).slice(0, 2)]).toEqual([404, [40, 39]]);
    const second = await stack.call("PUT", NOTIFICATIONS, { token: key });
    expect([second.status, second.headers.get("allow") !== null, rateOf(second)[0]]).toEqual([405, true, 40]);
    expect(rateOf(second)[1]).toBeLessThanOrEqual(39);
    const nobodys = await stack.call("GET", "/api/v1/nope", {});
    expect([nobodys.status, rateOf(nobodys)[0]]).toEqual([404, 40]);
    expect(rateOf(await stack.call("GET", "/nope", { token: key }))[0]).toBeNaN();
    const answers = await Promise.all(
      Array.from({ length: 90 }, () => stack.call("GET", "/api/v1/nope", { token: key })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]));
  });
});
