import { randomUUID } from "node:crypto";
import { DeleteWhatsAppMessageTemplateCommand, SocialMessagingClient } from "@aws-sdk/client-socialmessaging";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adminToken, linkedAccount, simulator } from "../support/chat-world.ts";
import { type Fields, LocalStack, until } from "../support/local-stack.ts";

const PATH = "/api/v1/chat-templates";
let stack: LocalStack;
let token: string;
let sub: string;
let account: Fields;
beforeAll(async () => {
  stack = await LocalStack.start({ HERALD_CHAT_REVIEW_SECONDS: "3600", HERALD_CHAT_RECONCILE_SECONDS: "1" });
  sub = `owner-${randomUUID()}`;
  token = await stack.token(sub);
  account = await linkedAccount(stack, [sub], { is_default: true });
});
afterAll(() => stack.close());

const aName = () => `order_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
const definition = (more: Fields = {}): Fields => ({
  name: aName(),
  language: "en_US",
  category: "UTILITY",
  body: { text: "Hi {{1}}, order {{2}} is here.", examples: ["Ana", "A-17"] },
  ...more,
});
const create = (more: Fields = {}, credential = token) =>
  stack.call("POST", PATH, { token: credential, json: definition(more) });
const created = async (more: Fields = {}): Promise<Fields> => {
  const answer = await create(more);
  if (answer.status !== 201) throw new Error(`no template: ${answer.status} ${answer.text}`);
  return answer.body;
};
const read = async ({ id }: Fields) => (await stack.call("GET", `${PATH}/${id}`, { token })).body;
const sync = ({ id }: Fields) => stack.call("POST", `${PATH}/${id}/sync`, { token });
const remove = ({ id }: Fields) => stack.call("DELETE", `${PATH}/${id}`, { token });
const review = ({ provider_template_id }: Fields, json: Fields) =>
  simulator(stack, "POST", `/api/templates/${provider_template_id}/status`, json);
const remoteNames = async () =>
  ((await simulator(stack, "GET", "/api/templates")).body.templates as Fields[]).map(({ name }) => name);
const withFault = async <T>(fault: Fields, work: () => Promise<T>): Promise<T> => {
  await simulator(stack, "POST", "/api/faults", { times: 5, ...fault });
  try {
    return await work();
  } finally {
    await simulator(stack, "DELETE", "/api/faults");
  }
};

describe("POST /api/v1/chat-templates (P-create-chat-template, R-chat-template, D33)", () => {
  it("creates at the provider at once, on the default account, with all that was written", async () => {
    const request = definition({
      header: { type: "text", text: "Order {{1}}", example: "A-17" },
      footer: { text: "ACME" },
      buttons: [
        { type: "quick_reply", text: "Thanks" },
        { type: "dynamic_url", text: "Track", url: "https://shop.example/{{1}}", example: "A-17" },
      ],
    });
    const { status, body } = await stack.call("POST", PATH, { token, json: request });
    expect(status).toBe(201);
    expect(body).toEqual({
      ...request,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      chat_account_id: account.id,
      provider_template_id: expect.stringMatching(/^\d{15,}$/),
      remote_status: "PENDING",
      quality: "UNKNOWN",
      can_send: false,
      disabled: false,
      parameters: [
        { component: "header", position: 1, name: "header_parameter_1", type: "text", required: true },
        { component: "body", position: 1, name: "parameter_1", type: "text", required: true },
        { component: "body", position: 2, name: "parameter_2", type: "text", required: true },
        { component: "button", position: 2, name: "button_2_parameter_1", type: "text", required: true },
      ],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await read(body)).toEqual(body);
    expect((await stack.call("GET", PATH, { token })).list).toContainEqual(body);
    expect(await remoteNames()).toContain(request.name);
  });

  it("sends nothing of an AUTHENTICATION template's own text to the platform (T8, L-code-expiry)", async () => {
    const template = await created({
      category: "AUTHENTICATION",
      body: { text: "Code: {{1}} (shop)", examples: ["123456"] },
    });
    expect(template.parameters).toMatchObject([{ component: "body", name: "parameter_1" }]);
    const { body } = await simulator(stack, "GET", "/api/templates");
    const remote = (body.templates as Fields[]).find(({ id }) => id === template.provider_template_id);
    expect(JSON.stringify(remote)).not.toContain("shop");
    expect(JSON.stringify(remote)).toContain('"code_expiration_minutes":10');
  });

  it("creates on the account that is named, and refuses a foreign or unknown one and a missing default", async () => {
    const foreign = await linkedAccount(stack, [`owner-${randomUUID()}`]);
    expect((await created({ chat_account_id: account.id })).chat_account_id).toBe(account.id);
    for (const id of [foreign.id, randomUUID()]) {
      const { status, body } = await create({ chat_account_id: id });
      expect([status, body]).toMatchObject([400, { error: "chat_account_id not found" }]);
    }
    const { status, body } = await create({}, await stack.token(`owner-${randomUUID()}`));
    const error = "there is no default chat account: name one in chat_account_id";
    expect([status, body]).toMatchObject([400, { error }]);
  });

  it.each([
    ["an unknown field", { parameters: [] }, 'unknown field "parameters"'],
    ["an unknown inner field", { body: { text: "Hi", format: "x" } }, 'unknown field "format"'],
    ["no body", { body: undefined }, "body is required"],
    [
      "a broken rule",
      { body: { text: "{{2}} x", examples: ["a"] } },
      "body.text variables must start at {{1}} and be consecutive, without gaps",
    ],
    ["a footer that varies", { footer: { text: "{{1}}" } }, "footer.text must not contain variables"],
  ])("refuses %s", async (_what, changes, error) => {
    const before = await remoteNames();
    const { status, body } = await create(changes);
    expect([status, body]).toMatchObject([400, { error }]);
    expect(await remoteNames()).toEqual(before);
  });

  it("passes the provider's refusal on in its own words, and leaves nothing (D34)", async () => {
    const { name } = await created();
    const { status, body } = await create({ name });
    expect([status, body]).toMatchObject([400, { error: expect.stringContaining("(2388024)") }]);
    const listed = (await stack.call("GET", PATH, { token })).list.filter((one) => one.name === name);
    expect(listed).toHaveLength(1);
  });

  it.each([
    { operation: "CreateWhatsAppMessageTemplate", status: 500 },
    { operation: "CreateWhatsAppMessageTemplate", status: 429 },
    { operation: "CreateWhatsAppMessageTemplate", status: 403 },
    { operation: "GetWhatsAppMessageTemplate", status: 503 },
  ])("answers 502 for %j, leaves nothing, and works again later", async (fault) => {
    const name = aName();
    const { status, body } = await withFault(fault, () => create({ name }));
    expect([status, body]).toMatchObject([502, { error: "the chat provider is unavailable: try again later" }]);
    expect((await stack.call("GET", PATH, { token })).list.some((one) => one.name === name)).toBe(false);
    expect(await remoteNames()).not.toContain(name);
    expect((await create({ name })).status).toBe(201);
  });

  it("adopts the template that an answer which never came left at the provider", async () => {
    const request = { name: aName() };
    const lost = { operation: "CreateWhatsAppMessageTemplate", timeout_after_accept: true, times: 1 };
    expect((await withFault(lost, () => create(request))).status).toBe(502);
    expect(await remoteNames()).toContain(request.name);
    expect((await stack.call("GET", PATH, { token })).list.some((one) => one.name === request.name)).toBe(false);
    const again = await create(request);
    expect([again.status, again.body.name]).toEqual([201, request.name]);
  });

  it("creates one of five equal ones that are asked for at once", async () => {
    const name = aName();
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400, 400]);
    expect((await remoteNames()).filter((one) => one === name)).toHaveLength(1);
  });
});

describe("credentials", () => {
  it.each([
    ["GET", PATH],
    ["POST", PATH],
    ["GET", `${PATH}/${randomUUID()}`],
    ["POST", `${PATH}/${randomUUID()}/sync`],
    ["DELETE", `${PATH}/${randomUUID()}`],
    ["POST", "/panel/api/chat-templates/check"],
  ])("%s %s takes access tokens with the scope only", async (method, path) => {
    expect((await stack.call(method, path)).status).toBe(401);
    expect((await stack.call(method, path, { token: stack.file.demo.api_key })).status).toBe(401);
    expect((await stack.call(method, path, { token: await stack.token("demo", { scope: "openid" }) })).status).toBe(
      403,
    );
  });

  it("hide every template from other owners, on the same account too (P-list-chat-templates, P-get-chat-template)", async () => {
    const template = await created();
    const other = await stack.token("other");
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/sync"],
      ["DELETE", ""],
    ] as const) {
      const { status, body } = await stack.call(method, `${PATH}/${template.id}${path}`, { token: other });
      expect([status, body]).toMatchObject([404, { error: "not found", code: "not_found" }]);
    }
    expect((await stack.call("GET", PATH, { token: other })).list).toEqual([]);
    expect((await stack.call("GET", `${PATH}/x`, { token })).status).toBe(400);
  });
});

describe("the life of a template", () => {
  it("is reviewed, synchronised, and may be sent while it is approved (P-sync-chat-template)", async () => {
    const template = await created();
    await review(template, { status: "APPROVED", quality: "GREEN" });
    const approved = await sync(template);
    expect(approved.status).toBe(200);
    expect(approved.body).toMatchObject({ remote_status: "APPROVED", quality: "GREEN", can_send: true });
    expect(await read(template)).toMatchObject({ ...approved.body, updated_at: expect.any(String) });
    for (const [status, can_send] of [
      ["PAUSED", false],
      ["ACTIVE", true],
      ["DISABLED", false],
    ] as const) {
      await review(template, { status });
      expect((await sync(template)).body).toMatchObject({ remote_status: status, can_send });
    }
  });

  it("learns of its review without being asked, by an id beyond 2^53 (D33a)", async () => {
    const template = await created();
    expect(Number.isSafeInteger(Number(template.provider_template_id))).toBe(false);
    await review(template, { status: "REJECTED", reason: "SCAM" });
    const rejected = await until(
      () => read(template),
      ({ remote_status }) => remote_status === "REJECTED",
    );
    expect(rejected).toMatchObject({ can_send: false, provider_template_id: template.provider_template_id });
  });

  it("is shown as deleted by reconciliation when it was deleted at the provider, which no event tells", async () => {
    const template = await created();
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const endpoint = stack.file.chat_simulator_url;
    const client = new SocialMessagingClient({ endpoint, region: "us-east-1", credentials });
    const place = { templateName: String(template.name), metaTemplateId: String(template.provider_template_id) };
    await client.send(new DeleteWhatsAppMessageTemplateCommand({ id: String(account.business_account_id), ...place }));
    client.destroy();
    const gone = await until(
      () => read(template),
      ({ remote_status }) => remote_status === "DELETED",
    );
    expect(gone).toMatchObject({ can_send: false, disabled: false });
  });

  it("answers 502 when it cannot be synchronised, and changes nothing", async () => {
    const template = await created();
    const fault = { operation: "GetWhatsAppMessageTemplate", status: 500 };
    expect((await withFault(fault, () => sync(template))).status).toBe(502);
    expect(await read(template)).toEqual(template);
  });

  it("ends with its deletion at the provider, and stays listed as disabled (P-delete-chat-template, F-200)", async () => {
    const template = await created();
    const { status, body } = await remove(template);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...template,
      remote_status: "DELETED",
      can_send: false,
      disabled: true,
      updated_at: body.updated_at,
    });
    expect(await remoteNames()).not.toContain(template.name);
    expect(await read(template)).toEqual(body);
    expect((await stack.call("GET", PATH, { token })).list).toContainEqual(body);
    const again = await remove(template);
    expect([again.status, again.body]).toEqual([200, body]);
    expect((await create({ name: template.name })).status).toBe(201);
  });

  it("is not disabled while the provider cannot delete it, and is when it is gone there already", async () => {
    const template = await created();
    const down = { operation: "DeleteWhatsAppMessageTemplate", status: 503 };
    expect((await withFault(down, () => remove(template))).status).toBe(502);
    expect(await read(template)).toEqual(template);
    const gone = { operation: "DeleteWhatsAppMessageTemplate", status: 404 };
    const { status, body } = await withFault(gone, () => remove(template));
    expect([status, body.disabled]).toEqual([200, true]);
  });

  it("survives its account: it is still listed, and may still be deleted", async () => {
    const own = await linkedAccount(stack, [sub]);
    const template = await created({ chat_account_id: own.id });
    await stack.call("DELETE", `/admin/api/chat-accounts/${own.id}`, { token: await adminToken(stack) });
    expect(await read(template)).toEqual(template);
    const synced = await sync(template);
    expect([synced.status, synced.body]).toMatchObject([
      400,
      { error: "the template's chat account does not exist any more" },
    ]);
    expect((await remove(template)).body).toMatchObject({ disabled: true });
  });
});

describe("POST /panel/api/chat-templates/check", () => {
  const check = async (json: Fields) =>
    (await stack.call("POST", "/panel/api/chat-templates/check", { token, json })).body;

  it("tells what creating it would be refused with, and the parameters, and creates nothing", async () => {
    const request = definition();
    const before = await remoteNames();
    expect(await check(request)).toMatchObject({
      problems: [],
      parameters: [{ name: "parameter_1" }, { name: "parameter_2" }],
    });
    expect(await remoteNames()).toEqual(before);
    for (const broken of [
      { ...request, name: "No" },
      { ...request, footer: { text: "{{1}}" } },
      { ...request, more: 1 },
    ]) {
      const { problems } = await check(broken);
      const { status, body } = await stack.call("POST", PATH, { token, json: broken });
      expect([status, problems]).toEqual([400, [body.error]]);
    }
    expect((await check({})).problems).toHaveLength(4);
  });
});
