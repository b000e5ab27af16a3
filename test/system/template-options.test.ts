import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, anAddress, type Fields, LocalStack, type Owner } from "../support/local-stack.ts";
import { personsEnvironment } from "../support/persons-environment.ts";

// These tests follow the rule for template options line by line (D44b). `templates.test.ts` tests the five routes
// themselves.

const TEMPLATES = "/api/v1/templates";
const ROOT = resolve(import.meta.dirname, "../..");
const PREVIEW = "/panel/api/templates/preview";

let stack: LocalStack;
let owner: Owner;
let stranger: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared();
  [owner, stranger] = await Promise.all([stack.owner(), stack.owner()]);
});
afterAll(() => stack.close());

const whole = (more: Fields = {}): Fields => ({ name: "Greeting", subject: "Hello", body: "Hi {{.name}}", ...more });
const post = (more: Fields = {}, token = owner.token) => stack.call("POST", TEMPLATES, { token, json: whole(more) });
const put = (id: string, more: Fields = {}, token = owner.token) =>
  stack.call("PUT", `${TEMPLATES}/${id}`, { token, json: whole(more) });
const get = (id: string, token = owner.token) => stack.call("GET", `${TEMPLATES}/${id}`, { token });
const remove = (id: string, token = owner.token) => stack.call("DELETE", `${TEMPLATES}/${id}`, { token });
const versions = (id: string, { query = "", token = owner.token } = {}) =>
  stack.call("GET", `${TEMPLATES}/${id}/versions${query}`, { token });
const restore = (id: string, json: unknown, token = owner.token) =>
  stack.call("POST", `${TEMPLATES}/${id}/restore`, { token, json });
const preview = (json: Fields) => stack.call("POST", PREVIEW, { token: owner.token, json });
const said = ({ status, text }: Answer) => [status, text];
const refusal = (message: string) => [400, expect.stringContaining(`{"error":${JSON.stringify(message)},"code":"`)];
const TAKEN = [409, '{"error":"alias is taken by another template","code":"alias_taken"}'];
const NOT_FOUND = [404, '{"error":"not found","code":"not_found"}'];
const PLAIN = ["id", "name", "subject", "body", "body_type", "created_at", "updated_at"].sort();
const keysOf = ({ body }: Answer) => Object.keys(body).sort();

let aliases = 0;
const anAlias = () => `alias-${++aliases}`;
async function created(more: Fields = {}, token = owner.token): Promise<string> {
  const answer = await post(more, token);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return String(answer.body.id);
}
/** Sends by a template, which has subject and body, so the request has none. */
const send = (template_id: unknown, more: Fields = {}, key = owner.key) =>
  stack.send(key, { template_id, subject: undefined, body: undefined, ...more });
async function delivered(template_id: string, more: Fields = {}) {
  const recipient = anAddress();
  const answer = await send(template_id, { recipient, ...more });
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return stack.mail(recipient);
}
/** Checks that the request is refused and creates nothing. */
async function refused(template_id: string, more: Fields = {}) {
  const recipient = anAddress();
  const answer = await send(template_id, { recipient, ...more });
  const list = await stack.call("GET", `/api/v1/notifications?recipient=${encodeURIComponent(recipient)}`, {
    token: owner.key,
  });
  expect(list.body.notifications).toEqual([]);
  return said(answer);
}

describe("the options of a template", () => {
  it("are nowhere in the answers of who uses none of them", async () => {
    const answer = await post();
    const id = String(answer.body.id);
    for (const one of [answer, await put(id, { subject: "Other" }), await get(id)]) expect(keysOf(one)).toEqual(PLAIN);
    const { token } = await stack.owner(null);
    await created({}, token);
    const { list } = await stack.call("GET", TEMPLATES, { token });
    expect(list.map((one) => Object.keys(one).sort())).toEqual([PLAIN]);
    const page = await stack.call("GET", `${TEMPLATES}?limit=1`, { token });
    expect(page.body.templates).toEqual(list);
  });

  it("are all in the answers once one of them was used, with the version", async () => {
    const alias = anAlias();
    const answer = await post({ alias });
    expect([answer.status, answer.body]).toMatchObject([201, { alias, strict: false, escape: "none", version: 1 }]);
    const id = String(answer.body.id);
    expect((await get(id)).body).toEqual(answer.body);
    const strict = await post({ strict: true });
    expect(strict.body).toMatchObject({ strict: true, escape: "none", version: 1 });
    expect(strict.body).not.toHaveProperty("alias");
    const html = await post({ escape: "html", body_type: "html" });
    expect(html.body).toMatchObject({ strict: false, escape: "html", version: 1 });
  });

  it("stay in the answers after a write without them, and count the writes from before them", async () => {
    const id = await created();
    await put(id, { subject: "2" });
    const third = await put(id, { strict: true });
    expect(third.body).toMatchObject({ strict: true, version: 3 });
    const fourth = await put(id);
    expect(fourth.body).toMatchObject({ strict: false, escape: "none", version: 4 });
    expect((await get(id)).body).toEqual(fourth.body);
  });

  it.each<[string, Fields]>([
    ["alias must be 1 to 64 of a-z, 0-9, _ and -, the first of them a letter or a digit", { alias: "" }],
    ["alias must be 1 to 64 of a-z, 0-9, _ and -, the first of them a letter or a digit", { alias: "Welcome" }],
    ["alias must be 1 to 64 of a-z, 0-9, _ and -, the first of them a letter or a digit", { alias: "-a" }],
    ["alias must be 1 to 64 of a-z, 0-9, _ and -, the first of them a letter or a digit", { alias: "a".repeat(65) }],
    ["alias must be a string", { alias: null }],
    ["alias must not read like a UUID", { alias: "0190d5c2-0000-7000-8000-000000000001" }],
    ["strict must be true or false", { strict: "yes" }],
    ["escape must be one of: none, html", { escape: "HTML", body_type: "html" }],
    ["escape may be html only with body_type html", { escape: "html" }],
    ["escape may be html only with body_type html", { escape: "html", body_type: "text" }],
    ["body is not a valid template", { escape: "html", body_type: "html", body: '<a href="{{if .x}}"{{end}}>' }],
    ['unknown field "version"', { version: 1 }],
  ])("%s: %j", async (message, change) => {
    expect(said(await post(change))).toEqual(refusal(message));
    const id = await created();
    const before = (await get(id)).text;
    expect(said(await put(id, change))).toEqual(refusal(message));
    expect((await get(id)).text).toBe(before);
  });
});

describe("an alias", () => {
  it("sends as the id does, for its owner only", async () => {
    const alias = anAlias();
    const id = await created({ alias, subject: "By alias", body: "{{.x}}" });
    for (const reference of [alias, id, id.toUpperCase()])
      expect((await delivered(reference, { variables: { x: "1" } })).subject).toBe("By alias");
    expect(said(await send(alias, {}, stranger.key))).toEqual(refusal("template_id not found"));
    await created({ alias, subject: "The stranger's" }, stranger.token);
    expect((await delivered(alias)).subject).toBe("By alias");
  });

  it("is one template's of an owner: 409, and nothing changes", async () => {
    const alias = anAlias();
    await created({ alias });
    expect(said(await post({ alias }))).toEqual(TAKEN);
    const other = await created();
    const before = (await get(other)).text;
    expect(said(await put(other, { alias, subject: "Lost" }))).toEqual(TAKEN);
    expect((await get(other)).text).toBe(before);
  });

  it("goes with a PUT without it, with another one, and with the template; the next one may have it", async () => {
    const [alias, later] = [anAlias(), anAlias()];
    const first = await created({ alias });
    const second = await created();
    expect((await put(first, { alias, subject: "Same" })).body).toMatchObject({ alias, version: 2 });
    expect((await put(first)).body).not.toHaveProperty("alias");
    expect(said(await send(alias))).toEqual(refusal("template_id not found"));
    expect((await put(second, { alias, subject: "Second" })).status).toBe(200);
    expect((await delivered(alias)).subject).toBe("Second");
    expect((await put(second, { alias: later })).body.alias).toBe(later);
    expect((await put(first, { alias })).status).toBe(200);
    await remove(second);
    expect((await put(first, { alias: later, subject: "Third" })).status).toBe(200);
    expect((await delivered(later)).subject).toBe("Third");
  });

  it("is given to one of many that ask at once", async () => {
    const alias = anAlias();
    const ids = await Promise.all([created(), created()]);
    const answers = await Promise.all([...ids.map((id) => put(id, { alias })), post({ alias }), post({ alias })]);
    const winners = answers.filter(({ status }) => status < 300);
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
    expect((await get(String(winners[0]?.body.id))).body.alias).toBe(alias);
  });

  it.each(["", "Not An Alias", "ü", `${randomUUID()}x`.toUpperCase(), "a".repeat(65)])(
    "or an id has to be template_id, not %j",
    async (template_id) => {
      expect(said(await send(template_id))).toEqual(refusal("template_id must be a UUID or an alias"));
    },
  );

  it("is no id in a path", async () => {
    const alias = anAlias();
    await created({ alias });
    expect((await get(alias)).status).toBe(400);
  });
});

describe("versions", () => {
  it("of a template that uses no option are listed all the same", async () => {
    const id = await created({ subject: "1" });
    const [first] = [(await get(id)).body];
    const second = (await put(id, { subject: "2", body_type: "html", name: "N2" })).body;
    const answer = await versions(id);
    expect([answer.status, answer.list]).toEqual([
      200,
      [
        { ...second, version: 2 },
        { ...first, version: 1 },
      ],
    ]);
    expect(keysOf(await get(id))).toEqual(PLAIN);
  });

  it("have everything as it was, newest first", async () => {
    const alias = anAlias();
    const answers = [await post({ subject: "1", alias, strict: true })];
    const id = String(answers[0]?.body.id);
    answers.push(await put(id, { subject: "2", escape: "html", body_type: "html", body: "<p>{{.x}}</p>" }));
    answers.push(await put(id, { subject: "3", alias: anAlias() }));
    expect((await versions(id)).list).toEqual(answers.map(({ body }) => body).reverse());
  });

  it("come page by page with limit or cursor", async () => {
    const id = await created();
    for (const subject of ["2", "3"]) await put(id, { subject });
    const first = await versions(id, { query: "?limit=2" });
    expect(first.body).toEqual({
      versions: [expect.objectContaining({ version: 3 }), expect.objectContaining({ version: 2 })],
      next_cursor: expect.any(String),
    });
    const rest = await versions(id, { query: `?cursor=${first.body.next_cursor}` });
    expect(rest.body).toEqual({ versions: [expect.objectContaining({ version: 1 })] });
    expect(said(await versions(id, { query: "?limit=51" }))).toEqual(refusal("limit must be an integer from 1 to 50"));
    const other = await created();
    expect(said(await versions(other, { query: `?cursor=${first.body.next_cursor}` }))).toEqual(
      refusal("cursor is not valid"),
    );
  });

  it("are fifty at most, each of them sent by template_version", async () => {
    const alias = anAlias();
    const id = await created({ alias, subject: "S1", body: "B1" });
    for (let n = 2; n <= 52; n++) await put(id, { alias, subject: `S${n}`, body: `B${n}` });
    const { list } = await versions(id);
    expect(list.map(({ version }) => version)).toEqual(Array.from({ length: 50 }, (_, i) => 52 - i));
    expect(list.map(({ subject }) => subject)).toEqual(list.map(({ version }) => `S${version}`));
    for (const [reference, version] of [
      [id, 3],
      [alias, 51],
      [alias, 52],
    ] as const) {
      const mail = await delivered(reference, { template_version: version });
      expect([mail.subject, mail.text.trim()]).toEqual([`S${version}`, `B${version}`]);
    }
    for (const template_version of [1, 2, 53, 1_000_000])
      expect(said(await send(alias, { template_version }))).toEqual(refusal("template_version not found"));
    expect((await delivered(alias)).subject).toBe("S52");
  });

  it("are about a template: template_version needs template_id, and a whole number", async () => {
    const plain = await stack.send(owner.key, { template_version: 1 });
    expect(said(plain)).toEqual(refusal("template_version needs template_id"));
    const id = await created();
    for (const wrong of [0, -1]) expect((await send(id, { template_version: wrong })).status).toBe(400);
    for (const wrong of ["1", 1.5, null])
      expect((await send(id, { template_version: wrong })).body.error).toBe("template_version must be a whole number");
    expect(said(await send(randomUUID(), { template_version: 1 }))).toEqual(refusal("template_id not found"));
  });

  it("send with the options that they had", async () => {
    const id = await created({ body: "<b>{{.x}}</b>", body_type: "html", escape: "html", strict: true });
    await put(id, { body: "plain {{.x}}" });
    expect(said(await send(id, { template_version: 1 }))).toEqual(refusal("missing variables: x"));
    const mail = await delivered(id, { template_version: 1, variables: { x: "<i>" } });
    expect(mail.html?.trim()).toBe("<b>&lt;i&gt;</b>");
    expect((await delivered(id)).text.trim()).toBe("plain <no value>");
  });

  it("are gone with the template, and nobody else's", async () => {
    const id = await created();
    expect(said(await versions(id, { token: stranger.token }))).toEqual(NOT_FOUND);
    expect((await versions("x")).status).toBe(400);
    expect((await versions(id, { token: owner.key })).status).toBe(401);
    await remove(id);
    expect(said(await versions(id))).toEqual(NOT_FOUND);
    expect(said(await restore(id, { version: 1 }))).toEqual(NOT_FOUND);
  });
});

describe("restore", () => {
  it("answers 200 with the template under a new, higher version, and shows the options from then on", async () => {
    const before = (await post({ subject: "1", body: "B1", body_type: "html" })).body;
    const id = String(before.id);
    await put(id, { name: "Other", subject: "2", body: "B2" });
    const answer = await restore(id, { version: 1 });
    expect([answer.status, answer.body]).toEqual([
      200,
      { ...before, strict: false, escape: "none", version: 3, updated_at: expect.any(String) },
    ]);
    expect(Date.parse(String(answer.body.updated_at))).toBeGreaterThan(Date.parse(String(before.updated_at)));
    expect((await get(id)).body).toEqual(answer.body);
    expect((await versions(id)).list.map(({ version, subject }) => [version, subject])).toEqual([
      [3, "1"],
      [2, "2"],
      [1, "1"],
    ]);
    expect((await delivered(id)).subject).toBe("1");
    expect((await restore(id, { version: 2 })).body).toMatchObject({ name: "Other", version: 4 });
  });

  it("brings options back, and an alias unless another template has it", async () => {
    const alias = anAlias();
    const id = await created({ alias, strict: true, subject: "1" });
    await put(id, { subject: "2" });
    expect((await restore(id, { version: 1 })).body).toMatchObject({ alias, strict: true, subject: "1", version: 3 });
    expect((await delivered(alias, { variables: { name: "x" } })).subject).toBe("1");
    await put(id);
    await created({ alias });
    expect(said(await restore(id, { version: 1 }))).toEqual(TAKEN);
  });

  it.each<[string, unknown]>([
    ["version not found", { version: 2 }],
    ["version is required", {}],
    ["version must be a whole number, 1 or more", { version: 0 }],
    ["version must be a whole number, 1 or more", { version: "1" }],
    ['unknown field "x"', { version: 1, x: 1 }],
  ])("refuses with %s: %j", async (message, json) => {
    const id = await created();
    expect(said(await restore(id, json))).toEqual(refusal(message));
    expect(keysOf(await get(id))).toEqual(PLAIN);
  });

  it("is the owner's", async () => {
    const id = await created();
    expect(said(await restore(id, { version: 1 }, stranger.token))).toEqual(NOT_FOUND);
    expect((await restore(id, { version: 1 }, owner.key)).status).toBe(401);
  });
});

describe("strict", () => {
  const LOOSE = { subject: "{{.s}} {{.b}}", body: '{{.b}} {{if .c}}c{{end}} {{index . "d"}} {{.e | printf "%s"}}' };

  it("refuses a send with what is missing in order of first use, the subject's first, and creates nothing", async () => {
    const id = await created({ ...LOOSE, strict: true });
    expect(await refused(id)).toEqual(refusal("missing variables: s, b, e"));
    expect(await refused(id, { variables: { b: "1" } })).toEqual(refusal("missing variables: s, e"));
    expect(await refused(id, { strict_variables: false })).toEqual(refusal("missing variables: s, b, e"));
    const mail = await delivered(id, { variables: { s: "S", b: "", e: "E" } });
    expect([mail.subject.trim(), mail.text.replace(/\s+/g, " ").trim()]).toEqual(["S", "E"]);
  });

  it("may be asked for by one send, and is not there for the next", async () => {
    const id = await created(LOOSE);
    expect(await refused(id, { strict_variables: true })).toEqual(refusal("missing variables: s, b, e"));
    expect((await delivered(id)).subject).toBe("<no value> <no value>");
    expect((await delivered(id, { strict_variables: false })).subject).toBe("<no value> <no value>");
  });

  it("comes before what could not be rendered for want of a variable", async () => {
    const id = await created({ body: "{{len .x}}" });
    expect(await refused(id)).toEqual(refusal("body could not be rendered"));
    expect(await refused(id, { strict_variables: true })).toEqual(refusal("missing variables: x"));
  });

  it("ignores a plain body", async () => {
    const recipient = anAddress();
    const json = { recipient, subject: "{{.x}}", body: "{{.x}}", strict_variables: true };
    expect((await stack.send(owner.key, json)).status).toBe(202);
    expect((await stack.mail(recipient)).subject).toBe("{{.x}}");
    expect((await stack.send(owner.key, { strict_variables: "yes" })).body.error).toBe(
      "strict_variables must be true or false",
    );
  });
});

describe("escape", () => {
  const BODY = '<p title="{{.x}}">{{.x}}</p><a href="/?q={{.x}}">a</a>';

  it("html escapes each value for its place, in the body only", async () => {
    const id = await created({ subject: "{{.x}}", body: BODY, body_type: "html", escape: "html" });
    const mail = await delivered(id, { variables: { x: '<b a="1">&' } });
    expect(mail.subject).toBe('<b a="1">&');
    expect(mail.html?.trim()).toBe(
      '<p title="&lt;b a=&#34;1&#34;&gt;&amp;">&lt;b a=&#34;1&#34;&gt;&amp;</p><a href="/?q=%3cb%20a%3d%221%22%3e%26">a</a>',
    );
  });

  it("none changes nothing", async () => {
    const id = await created({ body: BODY, body_type: "html", escape: "none" });
    expect((await delivered(id, { variables: { x: "<b>" } })).html?.trim()).toBe(
      '<p title="<b>"><b></p><a href="/?q=<b>">a</a>',
    );
  });

  it("names missing variables under strict as ever", async () => {
    const id = await created({ body: BODY, body_type: "html", escape: "html", strict: true });
    expect(await refused(id)).toEqual(refusal("missing variables: x"));
  });
});

describe("npx herald template-types", () => {
  const types = (...args: string[]) =>
    new Promise<{ out: string; err: string; code: number | null }>((done) => {
      const command = ["--disable-warning=ExperimentalWarning", "bin/herald.ts", "template-types", ...args];
      const child = execFile(process.execPath, command, { cwd: ROOT, env: personsEnvironment() }, (_error, out, err) =>
        done({ out, err, code: child.exitCode }),
      );
    });

  it("writes the variables of every template by its alias or id, for an owner's token", async () => {
    const { token } = await stack.owner(null);
    const id = await created({ alias: "greeting", subject: "{{.s}}", body: "{{if .vip}}!{{end}}" }, token);
    const other = await created({ body: "plain" }, token);
    const { out, err, code } = await types("--url", stack.file.base_url, "--token", token);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain("    greeting: { s: string; vip?: string; };\n");
    expect(out).toContain(`    "${other}": Record<string, never>;\n`);
    expect(out).not.toContain(id);
  });

  it("writes those of the demo owner of the local stack, to a file when one is named", async () => {
    const file = join(stack.dataDir, "templates.ts");
    expect(await types("--data-dir", stack.dataDir, "--out", file)).toEqual({ out: "", err: "", code: 0 });
    expect(readFileSync(file, "utf8")).toContain('declare module "@herald/client"');
  });

  it.each([
    [["--token", "t"], 2, "--token goes with --url"],
    [["--url", "ftp://x"], 2, "It must be an address, http or https"],
    [["--url", "http://127.0.0.1:9"], 2, "--token, or HERALD_ACCESS_TOKEN in the environment, must be an access token"],
    [["--url", "http://x", "--data-dir", "y"], 2, "cannot be used with option"],
    [["--data-dir", "nowhere"], 1, "there is no local stack in nowhere"],
  ])("says what is wrong with %j", async (args, code, message) => {
    const said = await types(...args);
    expect([said.code, said.err]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe("the panel's preview and test", () => {
  it("escape, and warn of html that is not escaped", async () => {
    const asked = { subject: "s", body: "<p>{{.x}}</p>", variables: { x: "<b>" } };
    expect((await preview({ ...asked, body_type: "html", escape: "html" })).body).toEqual({
      ...{ subject: "s", body: "<p>&lt;b&gt;</p>", variables: ["x"], missing: [] },
    });
    expect((await preview({ ...asked, body_type: "html" })).body).toMatchObject({
      ...{ body: "<p><b></p>", warnings: [expect.stringContaining("escape html")] },
    });
    expect(Object.keys((await preview(asked)).body)).toEqual(["subject", "body", "variables", "missing"]);
    const broken = await preview({ ...asked, body: '<a href="{{if .x}}"{{end}}>', escape: "html" });
    expect([broken.status, broken.body]).toMatchObject([
      400,
      { error: "body is not a valid template", detail: expect.stringContaining("body:1") },
    ]);
  });

  it("lists all that is missing, inside pipelines and of branches taken", async () => {
    const body = '{{if .a}}{{.never}}{{else}}{{.b | printf "%s%s" .c}}{{end}}{{or .d "x"}}{{index . "e"}}';
    expect((await preview({ subject: "{{.s}}", body })).body.missing).toEqual(["s", "b", "c", "d"]);
  });

  it("sends an older version, and strictly", async () => {
    const id = await created({ subject: "Old", body: "{{.x}}" });
    await put(id, { subject: "New" });
    const test = (json: Fields) => stack.call("POST", `/panel/api/templates/${id}/test`, { token: owner.token, json });
    const recipient = anAddress();
    expect((await test({ recipient, template_version: 1 })).status).toBe(202);
    expect((await stack.mail(recipient)).subject).toBe("Old");
    expect(said(await test({ recipient, template_version: 3 }))).toEqual(refusal("template_version not found"));
    expect(said(await test({ recipient, template_version: 1, strict_variables: true }))).toEqual(
      refusal("missing variables: x"),
    );
  });
});
