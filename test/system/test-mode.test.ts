import { afterAll, beforeAll, describe, it } from "vitest";
import { type Fields, HASTY, LocalStack, type Owner } from "../support/local-stack.ts";

const TEST_MODE = { "herald-mode": "test" };
const KEY_FORM = /^hrld_test_[0-9A-Za-z]{49}$/;
const DAY_SECONDS = 86_400;

let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

const makeKey = ({ token }: Pick<Owner, "token">, fields: Fields = {}) =>
  stack.call("POST", "/panel/api/api-keys", { token, json: { name: "tests", mode: "test", ...fields } });
const testKey = async (who: Pick<Owner, "token">, fields: Fields = {}) => String((await makeKey(who, fields)).body.key);
const clock = (key: string) => stack.call("GET", "/api/v1/sandbox/clock", { token: key });
const advance = (key: string, seconds: unknown) =>
  stack.call("POST", "/api/v1/sandbox/clock", { token: key, json: { advance_seconds: seconds } });
const nowOf = ({ body }: { readonly body: Fields }) => Date.parse(String(body.now));

describe("keys of test mode (D48)", () => {
  it("are made with mode test, listed with the others, and rotated as test keys", async ({ expect }) => {
    const who = await stack.owner(null);
    const made = await makeKey(who);
    expect([made.status, made.body.mode, made.body.prefix]).toEqual([
      201,
      "test",
      "hrld_test_" + String(made.body.key).slice(10, 12),
    ]);
    expect(made.body.key).toMatch(KEY_FORM);
    const live = await makeKey(who, { mode: "live" });
    expect(live.body).not.toHaveProperty("mode");
    expect(live.body.key).toMatch(/^hrld_live_/);
    for (const mode of ["tests", "", null, 1, ["test"]]) {
      const refused = await makeKey(who, { mode });
      expect([refused.status, refused.body.code, (refused.body.errors as Fields[])[0]?.field]).toEqual([
        400,
        "invalid_request",
        "mode",
      ]);
    }
    const { list } = await stack.call("GET", "/panel/api/api-keys", { token: who.token });
    expect(list.map(({ mode }) => mode)).toEqual(expect.arrayContaining(["test", undefined]));
    const rotated = await stack.call("POST", `/panel/api/api-keys/${String(made.body.id)}/rotate`, {
      token: who.token,
    });
    expect(rotated.body.key).toMatch(KEY_FORM);
    expect((await clock(String(rotated.body.key))).status).toBe(200);
  });

  it("are the same text when their Idempotency-Key is repeated", async ({ expect }) => {
    const who = await stack.owner(null);
    const again = () =>
      stack.call("POST", "/panel/api/api-keys", {
        token: who.token,
        json: { name: "tests", mode: "test" },
        headers: { "idempotency-key": "one" },
      });
    const first = await again();
    expect((await again()).body).toEqual(first.body);
    expect(first.body.key).toMatch(KEY_FORM);
  });
});

describe("the mode of a request (D48a, D48b)", () => {
  it("separates the records of both modes, whatever their kind", async ({ expect }) => {
    const who = await stack.owner(null);
    const template = { name: "welcome", subject: "Hi", body: "Hello", alias: "welcome" };
    const put = (headers = {}) =>
      stack.call("POST", "/api/v1/templates", { token: who.token, json: template, headers });
    const [live, test] = [await put(), await put(TEST_MODE)];
    expect([live.status, test.status]).toEqual([201, 201]);
    const get = (id: unknown, headers = {}) =>
      stack.call("GET", `/api/v1/templates/${String(id)}`, { token: who.token, headers });
    expect((await get(live.body.id)).status).toBe(200);
    expect((await get(live.body.id, TEST_MODE)).status).toBe(404);
    expect((await get(test.body.id)).status).toBe(404);
    expect((await get(test.body.id, TEST_MODE)).status).toBe(200);
    expect((await get(live.body.id, { "herald-mode": "live" })).status).toBe(200);
  });

  it("keeps the activity of both modes apart, and that of keys with the person", async ({ expect }) => {
    const who = await stack.owner(null);
    const { token } = who;
    await advance(await testKey(who), DAY_SECONDS);
    const template = { name: "welcome", subject: "Hi", body: "Hello" };
    const made = await stack.call("POST", "/api/v1/templates", { token, json: template, headers: TEST_MODE });
    const keyOptions = { token, json: { name: "by header" }, headers: TEST_MODE };
    const key = await stack.call("POST", "/panel/api/api-keys", keyOptions);
    const activity = async (headers = {}) =>
      (await stack.call("GET", "/panel/api/activity", { token, headers })).body.activity as Fields[];
    const inTest = await activity(TEST_MODE);
    expect(inTest).toMatchObject([{ kind: "email_template", record_id: made.body.id, actor: { sub: who.sub } }]);
    expect(Math.abs(Date.parse(String(inTest[0]?.at)) - Date.now() - DAY_SECONDS * 1000)).toBeLessThan(20_000);
    const live = await activity();
    expect(new Set(live.map(({ kind }) => kind))).toEqual(new Set(["api_key"]));
    expect(live[0]).toMatchObject({ record_id: key.body.id });
    expect(Math.abs(Date.parse(String(live[0]?.at)) - Date.now())).toBeLessThan(20_000);
  });

  it("refuses other values, and a header that does not match the key", async ({ expect }) => {
    const who = await stack.owner(null);
    const key = await testKey(who);
    const list = (token: string, mode: string) =>
      stack.call("GET", "/api/v1/notifications", { token, headers: { "herald-mode": mode } });
    for (const mode of ["tests", "TEST", ""]) expect((await list(key, mode)).status).toBe(400);
    const other = await list(key, "live");
    expect([other.status, other.body.error]).toEqual([400, "Herald-Mode does not match the key"]);
    expect((await list(who.key, "test")).body.error).toBe("Herald-Mode does not match the key");
    expect([(await list(key, "test")).status, (await list(who.key, "live")).status]).toEqual([200, 200]);
    const me = await stack.call("GET", "/panel/api/me", { token: who.token, headers: TEST_MODE });
    expect([me.status, me.body.sub]).toEqual([200, who.sub]);
  });

  it("opens the sandbox to test keys only", async ({ expect }) => {
    const who = await stack.owner(null);
    const byLive = await clock(who.key);
    expect([byLive.status, byLive.body.code]).toEqual([403, "test_key_required"]);
    const byToken = await clock(who.token);
    expect([byToken.status, byToken.body.code]).toEqual([401, "api_key_required"]);
    const bare = await testKey(who, { permissions: ["events:read"] });
    expect((await clock(bare)).status).toBe(200);
    const panel = await stack.call("GET", "/panel/api/sandbox/clock", { token: who.token });
    expect([panel.status, panel.body.advanced_seconds]).toEqual([200, 0]);
  });
});

describe("the test clock (D48e)", () => {
  it("moves ahead by whole seconds, for all keys of the owner and nobody else", async ({ expect }) => {
    const [who, other] = [await stack.owner(null), await stack.owner(null)];
    const [key, second, others] = [await testKey(who), await testKey(who), await testKey(other)];
    expect((await clock(key)).body.advanced_seconds).toBe(0);
    const moved = await advance(key, DAY_SECONDS);
    expect([moved.status, moved.body.advanced_seconds]).toEqual([200, DAY_SECONDS]);
    expect(Math.abs(nowOf(moved) - Date.now() - DAY_SECONDS * 1000)).toBeLessThan(20_000);
    expect((await clock(second)).body.advanced_seconds).toBe(DAY_SECONDS);
    expect((await clock(others)).body.advanced_seconds).toBe(0);
    const panel = await stack.call("POST", "/panel/api/sandbox/clock", {
      token: who.token,
      json: { advance_seconds: 1 },
    });
    expect(panel.body.advanced_seconds).toBe(DAY_SECONDS + 1);
  });

  it("adds up moves of the same moment, and refuses what is no move", async ({ expect }) => {
    const who = await stack.owner(null);
    const key = await testKey(who);
    await Promise.all(Array.from({ length: 20 }, () => advance(key, 10)));
    expect((await clock(key)).body.advanced_seconds).toBe(200);
    for (const seconds of [0, -1, 1.5, "60", null, 31_536_001])
      expect([(await advance(key, seconds)).status, seconds]).toEqual([400, seconds]);
    for (let year = 0; year < 9; year++) expect((await advance(key, 31_536_000)).status).toBe(200);
    const beyond = await advance(key, 31_536_000);
    expect([beyond.status, beyond.body.code]).toEqual([409, "clock_limit"]);
    expect((await clock(key)).body.advanced_seconds).toBe(9 * 31_536_000 + 200);
  });
});
