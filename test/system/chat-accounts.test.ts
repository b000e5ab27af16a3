import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accountRequest, adminToken, linkedAccount, simulator, someNumber } from "../support/chat-world.ts";
import { type CallOptions, type Fields, LocalStack } from "../support/local-stack.ts";

const PATH = "/admin/api/chat-accounts";
let stack: LocalStack;
let token: string;
beforeAll(async () => {
  stack = await LocalStack.shared();
  token = await adminToken(stack);
});
afterAll(() => stack.close());

const newSub = () => `owner-${randomUUID()}`;
const admin = (method: string, path: string, options: CallOptions = {}) =>
  stack.call(method, `${PATH}${path}`, { token, ...options });
const create = (owners: readonly string[], more: Fields = {}) =>
  admin("POST", "", { json: accountRequest(owners, more) });
const own = async (sub: string) =>
  (await stack.call("GET", "/panel/api/chat-accounts", { token: await stack.token(sub) })).list;
const defaultsOf = async (sub: string) => (await own(sub)).filter((one) => one.is_default).map((one) => one.id);

describe("the demo's chat account", () => {
  it("is the default of demo and of other, and agrees with the simulator", async () => {
    const { demo } = stack.file;
    const { status, body } = await admin("GET", `/${demo.chat_account_id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ownership_type: "service_managed", is_default: true, owners: ["demo", "other"] });
    for (const sub of ["demo", "other"]) expect(await defaultsOf(sub)).toEqual([demo.chat_account_id]);
    const verified = await admin("POST", `/${demo.chat_account_id}/verify`);
    expect(verified.body).toMatchObject({ ok: true });
    const number = await admin("GET", `/${demo.chat_account_id}/number`);
    expect(number.body).toMatchObject({ linked: true, display_name: "Local number", quality: "GREEN" });
    expect((await admin("GET", `/${randomUUID()}/number`)).status).toBe(404);
  });
});

describe("credentials of /admin/api", () => {
  it.each([
    ["GET", ""],
    ["POST", ""],
    ["GET", `/${randomUUID()}`],
    ["PUT", `/${randomUUID()}`],
    ["DELETE", `/${randomUUID()}`],
    ["POST", `/${randomUUID()}/verify`],
  ])("%s %s wants an access token with the scope and the administrator's role", async (method, path) => {
    const json = method === "POST" || method === "PUT" ? { json: { odd: 1 } } : {};
    const ask = async (credential?: string) => {
      const { status, text } = await stack.call(method, `${PATH}${path}`, { token: credential, ...json });
      return [status, text === "" ? undefined : (JSON.parse(text) as Fields).error];
    };
    expect(await ask()).toEqual([401, "unauthorized"]);
    expect(await ask(stack.file.demo.api_key)).toEqual([401, "unauthorized"]);
    expect(await ask(await stack.token("demo"))).toEqual([403, "administrator role required"]);
    expect(await ask(await stack.token("x", { claims: { role: ["reader", "writer"] } }))).toEqual([
      403,
      "administrator role required",
    ]);
    expect(await ask(await stack.token("x", { scope: "openid", claims: { role: "admin" } }))).toEqual([
      403,
      "insufficient scope",
    ]);
  });

  it("takes the role as text and as one of many, and the directory's administrator", async () => {
    for (const claims of [{ role: "admin" }, { role: ["reader", "admin"] }]) {
      const other = await stack.token(newSub(), { claims });
      expect((await stack.call("GET", PATH, { token: other })).status).toBe(200);
    }
    expect((await stack.call("GET", PATH, { token: await stack.token("admin") })).status).toBe(200);
  });
});

describe("a chat account of 10,000 owners (D47b)", () => {
  it("is the account and the default of each of them, changes and goes like any other", async () => {
    const name = newSub();
    const owners = Array.from({ length: 10_000 }, (_, number) => `${name}-${number}`);
    const json = accountRequest(owners, { is_default: true });
    const created = await admin("POST", "", { json });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ is_default: true, owners });
    const { id } = created.body;
    expect((await admin("GET", `/${id}`)).body).toEqual(created.body);
    // The owners' lists change later; in a slow stack the reconciliation changes them.
    for (const owner of [`${name}-0`, `${name}-5000`, `${name}-9999`])
      await expect.poll(() => defaultsOf(owner)).toEqual([id]);
    expect(await own(`${name}-10000`)).toEqual([]);

    const others = [...owners.slice(1), `${name}-10000`];
    const replaced = await admin("PUT", `/${id}`, { json: { ...json, is_default: false, owners: others } });
    expect(replaced.status).toBe(200);
    expect(replaced.body).toMatchObject({ is_default: false, owners: others });
    expect(await own(`${name}-0`)).toEqual([]);
    expect(await defaultsOf(`${name}-9999`)).toEqual([]);
    await expect.poll(async () => (await own(`${name}-10000`)).map((one) => one.id)).toEqual([id]);

    expect((await admin("DELETE", `/${id}`)).status).toBe(204);
    expect(await own(`${name}-9999`)).toEqual([]);
  }, 300_000);

  it("takes as many as its request holds, and no more", async () => {
    const owners = Array.from({ length: 30_000 }, (_, number) => `${newSub()}-${number}`);
    const { status, body } = await admin("POST", "", { json: accountRequest(owners) });
    expect([status, body]).toMatchObject([400, { error: "invalid request body", code: "invalid_request" }]);
  });
});

describe("chat accounts", () => {
  it("are created, read, listed, replaced and deleted (D11, R-chat-account)", async () => {
    const sub = newSub();
    const request = accountRequest([sub], { label: "Laden", ownership_type: "customer_owned" });
    const created = await admin("POST", "", { json: request });
    expect(created.status).toBe(201);
    const { id, created_at, updated_at } = created.body;
    expect(created.body).toEqual({ ...request, is_default: false, id, created_at, updated_at });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect((await admin("GET", `/${id}`)).body).toEqual(created.body);
    expect((await admin("GET", "")).list).toContainEqual(created.body);

    const { provider_phone_number_id: _left, ...rest } = accountRequest([newSub(), newSub()]);
    const replaced = await admin("PUT", `/${id}`, { json: rest });
    expect(replaced.status).toBe(200);
    expect(replaced.body).toEqual({ ...rest, is_default: false, id, created_at, updated_at: replaced.body.updated_at });
    expect(await own(sub)).toEqual([]);

    const gone = await admin("DELETE", `/${id}`);
    expect([gone.status, gone.text]).toEqual([204, ""]);
    for (const [method, json] of [["GET"], ["PUT", rest], ["DELETE"]] as const) {
      expect((await admin(method, `/${id}`, json === undefined ? {} : { json })).status).toBe(404);
    }
    expect((await admin("POST", `/${id}/verify`)).status).toBe(404);
  });

  it.each([
    ["an unknown field", { provider: "x" }, 'unknown field "provider"'],
    [
      "another prefix",
      { origination_phone_number_id: "4930" },
      "origination_phone_number_id must start with phone-number-id-",
    ],
    [
      "a bare number",
      { provider_business_account_id: 1 },
      "provider_business_account_id must be a string of at most 32 digits",
    ],
    ["no owner", { owners: [] }, "owners must have at least one entry"],
    [
      "two owners of a customer's",
      { ownership_type: "customer_owned", owners: ["a", "b"] },
      "owners must have exactly one entry for a customer_owned account",
    ],
    ["no region", { cloud_region: "here" }, "cloud_region must be a region such as eu-central-1"],
  ])("are refused with %s, created or replaced", async (_what, changes, error) => {
    const json = accountRequest([newSub()], changes);
    for (const answer of [await admin("POST", "", { json }), await admin("PUT", `/${randomUUID()}`, { json })]) {
      expect([answer.status, answer.body]).toMatchObject([400, { error }]);
    }
  });

  it("refuse an id that is none", async () => {
    expect((await admin("GET", "/x")).body).toMatchObject({ error: "id must be a UUID" });
  });

  it("have a provider's number of their own, also when 10 ask for it at once", async () => {
    const { provider_phone_number_id } = someNumber();
    const tries = await Promise.all(Array.from({ length: 10 }, () => create([newSub()], { provider_phone_number_id })));
    expect(tries.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
    const refused = tries.find(({ status }) => status === 409);
    expect(refused?.body).toMatchObject({ error: "provider_phone_number_id belongs to another chat account" });
    const { body: other } = await create([newSub()]);
    const taking = accountRequest([newSub()], { provider_phone_number_id });
    expect((await admin("PUT", `/${other.id}`, { json: taking })).status).toBe(409);
    expect((await admin("GET", `/${other.id}`)).body).toEqual(other);
  });

  it("show an owner what it may send through, and nothing of the administration", async () => {
    const [anna, ben] = [newSub(), newSub()];
    const { body: first } = await create([anna, ben], { is_default: true });
    const { body: second } = await create([anna], { provider_phone_number_id: "" });
    const shown = { label: "Shop", ownership_type: "service_managed" };
    expect(await own(anna)).toEqual([
      { ...shown, id: first.id, is_default: true, can_send_free_form: true },
      { ...shown, id: second.id, is_default: false, can_send_free_form: false },
    ]);
    expect((await own(ben)).map(({ id }) => id)).toEqual([first.id]);
    expect(await own(newSub())).toEqual([]);
    const { api_key } = stack.file.demo;
    expect((await stack.call("GET", "/panel/api/chat-accounts", { token: api_key })).status).toBe(401);
  });
});

describe("is_default", () => {
  it("makes an account the default of each of its owners, in the place of any other", async () => {
    const [anna, ben] = [newSub(), newSub()];
    const { body: first } = await create([anna, ben], { is_default: true });
    const { body: second } = await create([ben], { is_default: true });
    expect(await Promise.all([anna, ben].map(defaultsOf))).toEqual([[first.id], [second.id]]);
    expect((await admin("GET", `/${first.id}`)).body.is_default).toBe(false);
    expect((await admin("GET", `/${second.id}`)).body.is_default).toBe(true);
    await admin("DELETE", `/${second.id}`);
    expect(await defaultsOf(ben)).toEqual([]);
  });

  it("is lost with the owner, and with a replacement that does not ask for it", async () => {
    const [anna, ben] = [newSub(), newSub()];
    const request = accountRequest([anna], { is_default: true });
    const { id } = (await admin("POST", "", { json: request })).body;
    await admin("PUT", `/${id}`, { json: { ...request, owners: [ben] } });
    expect(await Promise.all([anna, ben].map(defaultsOf))).toEqual([[], [id]]);
    const { is_default: _left, ...rest } = request;
    await admin("PUT", `/${id}`, { json: { ...rest, owners: [ben] } });
    expect(await defaultsOf(ben)).toEqual([]);
  });

  it("ends with one default for each owner when 20 accounts take it at once, and never shows two", async () => {
    const subs = [newSub(), newSub()];
    const requests = Array.from({ length: 20 }, () => accountRequest(subs));
    const ids = await Promise.all(requests.map(async (json) => (await admin("POST", "", { json })).body.id));
    const [anna = ""] = subs;
    const looks = Promise.all(Array.from({ length: 10 }, () => defaultsOf(anna)));
    const switched = await Promise.all(
      requests.map((json, i) => admin("PUT", `/${ids[i]}`, { json: { ...json, is_default: true } })),
    );
    expect(switched.map(({ status }) => status)).toEqual(Array(20).fill(200));
    for (const seen of await looks) expect(seen.length).toBeLessThanOrEqual(1);
    const ends = await Promise.all(subs.map(defaultsOf));
    expect(ends[0]).toHaveLength(1);
    expect(ends[1]).toEqual(ends[0]);
    const { list } = await admin("GET", "");
    const defaults = list.filter((one) => ids.includes(one.id) && one.is_default).map((one) => one.id);
    expect(defaults).toEqual(ends[0]);
  });
});

describe("GET /admin/api/owners", () => {
  const owners = (query: string, credential = token) =>
    stack.call("GET", `/admin/api/owners${query}`, { token: credential });

  it("finds people of the sign-in by name, address or id", async () => {
    const dana = { id: "demo", name: "Dana Moreno", email: "demo@example.com" };
    expect((await owners("?q=dan")).body).toEqual({ directory: "user_pool", owners: [dana] });
    expect((await owners("?q=demo@")).body.owners).toEqual([dana]);
    expect((await owners("?ids=demo,nobody")).body.owners).toEqual([dana]);
    expect(((await owners("")).body.owners as Fields[]).map(({ id }) => id)).toEqual(["admin", "demo", "other"]);
  });

  it("tells nobody but administrators, and refuses what is too much", async () => {
    const refused = await owners("?q=a", await stack.token("demo"));
    expect([refused.status, refused.body.error]).toEqual([403, "administrator role required"]);
    expect((await owners("", stack.file.demo.api_key)).status).toBe(401);
    expect((await owners(`?q=${"a".repeat(101)}`)).status).toBe(400);
    expect((await owners(`?ids=${Array.from({ length: 21 }, (_, one) => one).join(",")}`)).status).toBe(400);
  });
});

describe("POST /admin/api/chat-accounts/{id}/verify", () => {
  it("says what differs from what is linked", async () => {
    const sub = newSub();
    const account = await linkedAccount(stack, [sub]);
    expect((await admin("POST", `/${account.id}/verify`)).body).toMatchObject({ ok: true });
    const { id, created_at: _c, updated_at: _u, ...fields } = account;
    await admin("PUT", `/${id}`, { json: { ...fields, provider_business_account_id: "1" } });
    const { status, body } = await admin("POST", `/${id}/verify`);
    expect(status).toBe(200);
    expect(body.ok).toBe(false);
    expect((body.checks as Fields[]).filter(({ ok }) => !ok)).toEqual([
      { name: "provider_business_account_id", ok: false, expected: "1", actual: account.provider_business_account_id },
    ]);
  });

  it("is kept with the account, and what is wrong stands before administrators alone", async () => {
    const { body: account } = await create([newSub()], { label: "Unlinked" });
    const attention = async (credential: string) =>
      (await stack.call("GET", "/panel/api/attention", { token: credential })).body.concerns as Fields[];
    expect((await admin("GET", `/${account.id}?details=true`)).body).toEqual(account);
    const { body } = await admin("POST", `/${account.id}/verify`);
    const { verification } = (await admin("GET", `/${account.id}?details=true`)).body;
    expect(verification).toMatchObject({ ok: false, problems: (body.checks as Fields[]).map(({ name }) => name) });
    expect((await admin("GET", `/${account.id}`)).body).toEqual(account);
    const listed = (await admin("GET", "?details=true")).list.find(({ id }) => id === account.id);
    expect(listed?.verification).toEqual(verification);
    const record = { kind: "chat_account", id: account.id };
    expect(await attention(token)).toContainEqual(expect.objectContaining({ kind: "chat_account_failing", record }));
    expect(await attention(await stack.token(String((account.owners as string[])[0])))).toEqual([]);
    await admin("DELETE", `/${account.id}`);
    expect((await attention(token)).map((one) => (one.record as Fields).id)).not.toContain(account.id);
  });

  it("stands before administrators in live mode alone, not in test mode", async () => {
    const { body: account } = await create([newSub()]);
    await admin("POST", `/${account.id}/verify`);
    const inMode = async (mode: string) => {
      const headers = { "herald-mode": mode };
      const { body } = await stack.call("GET", "/panel/api/attention", { token, headers });
      return (body.concerns as Fields[]).map(({ kind }) => kind);
    };
    expect(await inMode("live")).toContain("chat_account_failing");
    expect(await inMode("test")).not.toContain("chat_account_failing");
    await admin("DELETE", `/${account.id}`);
  });

  it("says of an account that nobody linked that it was not found", async () => {
    const { body: account } = await create([newSub()]);
    const { status, body } = await admin("POST", `/${account.id}/verify`);
    expect([status, body.ok]).toEqual([200, false]);
    expect((body.checks as Fields[]).every(({ actual }) => actual === "not found")).toBe(true);
  });

  it("answers 502 while the provider is down", async () => {
    const fault = { operation: "GetLinkedWhatsAppBusinessAccount", status: 503, times: 5 };
    await simulator(stack, "POST", "/api/faults", fault);
    const { status, body } = await admin("POST", `/${stack.file.demo.chat_account_id}/verify`);
    await simulator(stack, "DELETE", "/api/faults");
    expect([status, body]).toMatchObject([502, { error: "the chat provider is unavailable: try again later" }]);
  });
});

describe("a restart", () => {
  it("finds the demo's chat account again, with what an administrator has made of it", async () => {
    const { chat_account_id } = stack.file.demo;
    const { id: _id, created_at: _c, updated_at: _u, ...fields } = (await admin("GET", `/${chat_account_id}`)).body;
    await admin("PUT", `/${chat_account_id}`, { json: { ...fields, label: "Renamed" } });
    await stack.stop();
    await stack.boot();
    token = await adminToken(stack);
    expect(stack.file.demo.chat_account_id).toBe(chat_account_id);
    expect((await admin("GET", `/${chat_account_id}`)).body).toMatchObject({ ...fields, label: "Renamed" });
  });
});

describe("activity of administrators", () => {
  it("says who changed which account, to all of them and to nobody else", async () => {
    const { body } = await create([newSub()], { label: "Front desk" });
    await admin("DELETE", `/${body.id}`);
    const { status, body: page } = await stack.call("GET", "/admin/api/activity?kind=chat_account&limit=2", { token });
    expect(status).toBe(200);
    const record = { kind: "chat_account", record_id: body.id, record_name: "Front desk" };
    expect(page.activity).toMatchObject([
      { ...record, action: "deleted" },
      { ...record, action: "created" },
    ]);
    const other = await stack.token(newSub());
    expect((await stack.call("GET", "/admin/api/activity", { token: other })).status).toBe(403);
    expect((await stack.call("GET", "/panel/api/activity", { token })).body).toEqual({ activity: [] });
  });
});
