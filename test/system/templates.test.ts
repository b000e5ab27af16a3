import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, anAddress, type Fields, HASTY, LocalStack, type Owner, until } from "../support/local-stack.ts";

const TEMPLATES = "/api/v1/templates";
const PREVIEW = "/panel/api/templates/preview";
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let stack: LocalStack;
let owner: Owner;
let stranger: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  [owner, stranger] = await Promise.all([stack.owner(), stack.owner()]);
});
afterAll(() => stack.close());

const whole = (more: Fields = {}): Fields => ({ name: "Greeting", subject: "Hello", body: "Hi {{.name}}", ...more });
const post = (more: Fields = {}, token = owner.token) => stack.call("POST", TEMPLATES, { token, json: whole(more) });
const put = (id: string, more: Fields = {}, token = owner.token) =>
  stack.call("PUT", `${TEMPLATES}/${id}`, { token, json: whole(more) });
const get = (id: string, token = owner.token) => stack.call("GET", `${TEMPLATES}/${id}`, { token });
const remove = (id: string, token = owner.token) => stack.call("DELETE", `${TEMPLATES}/${id}`, { token });
const preview = (json: Fields) => stack.call("POST", PREVIEW, { token: owner.token, json });
const said = ({ status, text }: Answer) => [status, text];
const refusal = (message: string) => [400, expect.stringContaining(`{"error":${JSON.stringify(message)},"code":"`)];
async function created(more: Fields = {}, token = owner.token): Promise<string> {
  const answer = await post(more, token);
  expect(answer.status).toBe(201);
  return String(answer.body.id);
}
/** Sends by a template, which has subject and body, so the request has none. */
const send = (template_id: string, more: Fields = {}, key = owner.key) =>
  stack.send(key, { template_id, subject: undefined, body: undefined, ...more });
async function delivered(template: Fields, more: Fields = {}) {
  const recipient = anAddress();
  const answer = await send(await created(template), { recipient, ...more });
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return stack.mail(recipient);
}

describe("the five routes", () => {
  it("create answers 201 with exactly the shape, and text when body_type is left out (P-create-template, R-email-template)", async () => {
    const answer = await post();
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      ...whole(),
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      body_type: "text",
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: answer.body.created_at,
    });
    expect((await get(String(answer.body.id))).body).toEqual(answer.body);
  });

  it("list answers an array of the caller's, with the same shape (P-list-templates)", async () => {
    const one = await stack.owner(null);
    expect((await stack.call("GET", TEMPLATES, { token: one.token })).list).toEqual([]);
    const ids = [await created({}, one.token), await created({ body_type: "html" }, one.token)];
    const { status, list } = await stack.call("GET", TEMPLATES, { token: one.token });
    expect([status, list.map((each) => each.id)]).toEqual([200, ids]);
    expect(list[1]).toEqual((await get(String(list[1]?.id), one.token)).body);
  });

  it("list answers pages to callers who ask for them with limit or cursor, and says what is wrong with either (D44c)", async () => {
    const { token } = await stack.owner(null);
    const ids: string[] = [];
    for (let i = 0; i < 3; i++) ids.push(await created({}, token));
    const list = (query: string, by = token) => stack.call("GET", `${TEMPLATES}?${query}`, { token: by });
    const first = await list("limit=2");
    expect([first.status, first.body]).toEqual([
      200,
      {
        templates: [expect.objectContaining({ id: ids[0] }), expect.objectContaining({ id: ids[1] })],
        next_cursor: expect.any(String),
      },
    ]);
    const cursor = String(first.body.next_cursor);
    const rest = await list(`cursor=${cursor}`);
    expect(rest.body).toEqual({ templates: [(await get(String(ids[2]), token)).body] });
    expect(said(await list(`cursor=${cursor}`, stranger.token))).toEqual(refusal("cursor is not valid"));
    for (const limit of ["0", "101", "x", ""])
      expect(said(await list(`limit=${limit}`))).toEqual(refusal("limit must be an integer from 1 to 100"));
  });

  it("takes no more templates than one answer can show, so that the array always has all of them", async () => {
    const { token } = await stack.owner(null);
    const body = "x".repeat(1_000_000);
    const answers: Answer[] = [];
    for (let i = 0; i < 7; i++) answers.push(await post({ body }, token));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 409, 409]);
    expect(answers.at(-1)?.body).toMatchObject({
      error: "templates may be at most 1000, and 6 MB in all: delete or shorten one",
    });
    const { status, list } = await stack.call("GET", TEMPLATES, { token });
    expect([status, list.length]).toEqual([200, 5]);
    await remove(String(list[0]?.id), token);
    expect((await post({ body }, token)).status).toBe(201);
  });

  it("PUT replaces all four, and resets body_type to text when it is left out (P-replace-template)", async () => {
    const before = (await post({ body_type: "html" })).body;
    const id = String(before.id);
    const after = await put(id, { name: "N", subject: "S", body: "B" });
    expect([after.status, after.body]).toEqual([
      200,
      {
        ...{ id, name: "N", subject: "S", body: "B", body_type: "text", created_at: before.created_at },
        updated_at: expect.stringMatching(TIMESTAMP),
      },
    ]);
    expect(Date.parse(String(after.body.updated_at))).toBeGreaterThan(Date.parse(String(before.created_at)));
    expect((await get(id)).body).toEqual(after.body);
  });

  it.each(["name", "subject", "body"])(
    "PUT is no patch: without %s it is refused and changes nothing",
    async (field) => {
      const id = await created();
      const before = (await get(id)).text;
      expect(said(await put(id, { [field]: undefined }))).toEqual(refusal(`${field} is required`));
      expect((await get(id)).text).toBe(before);
    },
  );

  it("DELETE answers 204 without a body, once (P-delete-template)", async () => {
    const id = await created();
    expect(said(await remove(id))).toEqual([204, ""]);
    expect(said(await remove(id))).toEqual([404, '{"error":"not found","code":"not_found"}']);
    expect(said(await get(id))).toEqual([404, '{"error":"not found","code":"not_found"}']);
    expect((await put(id)).status).toBe(404);
  });

  it("answers another owner's like one that does not exist (P-get-template)", async () => {
    const id = await created();
    for (const one of [id, randomUUID()])
      for (const ask of [get, remove, (at: string, token: string) => put(at, {}, token)])
        expect(said(await ask(one, stranger.token))).toEqual([404, '{"error":"not found","code":"not_found"}']);
    expect((await get(id)).status).toBe(200);
  });

  it.each(["x", "123", "00000000-0000-0000-0000-00000000000g", `${randomUUID()}x`])(
    "answers 400 for the id %s",
    async (id) => {
      for (const ask of [get, remove, put]) {
        const answer = await ask(id);
        expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining(["error", "code"])]);
      }
    },
  );

  it("takes an id in capitals", async () => {
    const id = await created();
    expect((await get(id.toUpperCase())).body.id).toBe(id);
    expect((await send(id.toUpperCase())).status).toBe(202);
  });

  it("takes access tokens only", async () => {
    for (const token of [owner.key, undefined, "x"])
      expect((await stack.call("GET", TEMPLATES, { token })).status).toBe(401);
    const token = await stack.token(owner.sub, { scope: "openid" });
    expect(said(await stack.call("GET", TEMPLATES, { token }))).toEqual([
      403,
      '{"error":"insufficient scope","code":"insufficient_scope"}',
    ]);
  });

  it("keeps a template of nearly the whole request limit, compressible or not", async () => {
    const random = Buffer.from(Array.from({ length: 700_000 }, () => Math.floor(Math.random() * 256))).toString(
      "base64",
    );
    for (const body of ["ha ".repeat(349_000), random]) {
      const id = await created({ body });
      expect((await get(id)).body.body === body).toBe(true);
    }
    expect(said(await post({ body: "x".repeat(1_048_576) }))).toEqual(refusal("invalid request body"));
  });
});

describe("exact messages (F-messages)", () => {
  it.each<[string, Fields]>([
    ["name is required", { name: undefined }],
    ["name is required", { name: "" }],
    ["name is required", { name: " \t " }],
    ["name is required", { name: "\u00a0" }],
    ["subject is required", { subject: undefined }],
    ["subject is required", { subject: "" }],
    ["body is required", { body: undefined }],
    ["body is required", { body: "" }],
    ["body_type must be one of: text, html", { body_type: "markdown" }],
    ["body_type must be one of: text, html", { body_type: "" }],
    ["body_type must be one of: text, html", { body_type: "HTML" }],
    ["body_type must be one of: text, html", { body_type: null }],
    ["body_type must be one of: text, html", { body_type: 1 }],
    ["subject is not a valid template", { subject: "{{.name" }],
    ["subject is not a valid template", { subject: "{{upper .name}}" }],
    ["subject is not a valid template", { subject: "{{end}}" }],
    ["body is not a valid template", { body: "{{range .x}}" }],
    ["body is not a valid template", { body: "{{.Name | json}}" }],
    ["body is not a valid template", { body: '{{"x}}' }],
    ["body is not a valid template", { body: "{{$x}}" }],
    // The service reports the first problem in the order of the fields.
    ["name is required", { name: "", subject: "", body: "", body_type: "x" }],
    ["subject is not a valid template", { subject: "{{", body: "{{" }],
    ['unknown field "html"', { html: "x" }],
  ])("%s: %j", async (message, change) => {
    expect(said(await post(change))).toEqual(refusal(message));
    const id = await created();
    expect(said(await put(id, change))).toEqual(refusal(message));
  });

  it.each<[string, Fields]>([
    ["white space as subject", { subject: " " }],
    ["white space as body", { body: "\n" }],
    ["body_type html", { body_type: "html" }],
    ["an unclosed brace that is no action", { body: "{ {} }}" }],
    ["a template that would fail when it runs", { body: '{{index .x 9}}{{template "none"}}' }],
  ])("accepts %s", async (_what, change) => {
    expect((await post(change)).status).toBe(201);
  });

  it.each<[string, () => Promise<string>]>([
    ["unknown", async () => randomUUID()],
    [
      "deleted",
      async () => {
        const id = await created();
        await remove(id);
        return id;
      },
    ],
    ["another owner's", () => created({}, stranger.token)],
  ])("template_id not found: %s", async (_what, idOf) => {
    expect(said(await send(await idOf()))).toEqual(refusal("template_id not found"));
  });

  it.each([
    ["subject", '{{index "x" 9}}'],
    ["body", '{{index "x" 9}}'],
    ["body", '{{template "none"}}'],
    ["body", "{{.a.b.c}}"],
    ["body", "{{len 3}}"],
  ])("%s could not be rendered: %s", async (field, text) => {
    const recipient = anAddress();
    const id = await created({ [field]: text });
    expect(said(await send(id, { recipient, variables: { a: "x" } }))).toEqual(
      refusal(`${field} could not be rendered`),
    );
    expect(await stack.mails(recipient)).toEqual([]);
  });

  it.each<[unknown, RegExp]>([
    [[], /variables/],
    ["x", /variables/],
    [null, /variables/],
    [{ a: 1 }, /variables/],
    [{ a: null }, /variables/],
    [{ a: { b: "x" } }, /variables/],
  ])("refuses variables %j", async (variables, message) => {
    const answer = await send(await created(), { variables });
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(message)]);
  });
});

describe("rendering (E9)", () => {
  it("takes variables as a case-sensitive map; an absent one shows <no value>", async () => {
    const template = { subject: "{{.name}}|{{.Name}}", body: "{{.name}}|{{.NAME}}|{{.__proto__}}|{{.constructor}}" };
    const mail = await delivered(template, { variables: { name: "ann", Name: "ANN" } });
    expect(mail.subject).toBe("ann|ANN");
    expect(mail.text.trim()).toBe("ann|<no value>|<no value>|<no value>");
  });

  it("renders without variables", async () => {
    expect((await delivered({ body: "{{.x}}{{if .y}}y{{end}}." })).text.trim()).toBe("<no value>.");
  });

  it("escapes nothing, in html neither: text/template does not", async () => {
    const mail = await delivered({ body: "<p>{{.x}}</p>", body_type: "html" }, { variables: { x: "<b>&amp;</b>" } });
    expect(mail.html?.trim()).toBe("<p><b>&amp;</b></p>");
  });

  it.each<[string | undefined, string | undefined, boolean]>([
    ["html", undefined, true],
    ["html", "text", false],
    ["text", "html", true],
    [undefined, undefined, false],
  ])("template %s, asked for %s: html is %s", async (body_type, asked, isHtml) => {
    const mail = await delivered({ body: "<p>x</p>", body_type }, { body_type: asked });
    expect(/^content-type: text\/html/im.test(mail.raw)).toBe(isHtml);
  });

  it("goes before subject and body of the request", async () => {
    const mail = await delivered({ subject: "T", body: "TB" }, { subject: "R", body: "RB" });
    expect([mail.subject, mail.text.trim()]).toEqual(["T", "TB"]);
  });

  it("folds the line breaks of a rendered subject to spaces, and injects no header (D18a)", async () => {
    const mail = await delivered({ subject: "a {{.x}}" }, { variables: { x: "b\r\nX-Injected: 1\r\n\r\nc" } });
    expect(mail.subject).toBe("a b X-Injected: 1 c");
    expect(mail.raw).not.toMatch(/^x-injected/im);
  });

  it("accepts and delivers the largest outputs in the characters that take most room", async () => {
    const x = "\u0001".repeat(80_000);
    const recipient = anAddress();
    const id = await created({ body: "{{.x}}".repeat(13) });
    const answer = await send(id, { recipient, variables: { x } });
    expect(answer.status).toBe(202);
    expect(await stack.settled(owner.key, String(answer.body.id))).toMatchObject({ status: "sent" });
  });

  it.each<[string, (id: string) => Promise<Answer>]>([
    ["changed", (id) => put(id, { subject: "New", body: "New", body_type: "html" })],
    ["deleted", remove],
  ])(
    "is frozen at acceptance: a template %s after the 202 changes nothing that is queued (P-deleted-template)",
    async (_what, change) => {
      const recipient = anAddress("defer1");
      const id = await created({ subject: "Old {{.x}}", body: "Old {{.x}}" });
      const answer = await send(id, { recipient, variables: { x: "1" } });
      const notification = String(answer.body.id);
      // The first attempt is over and the second has not begun, so no worker has anything of the mail in memory.
      await until(
        () => stack.notification(owner.key, notification),
        (one) => one.status === "pending" && one.attempts === 1,
        { everyMs: 10 },
      );
      expect((await change(id)).status).toBeLessThan(300);
      expect(await stack.mails(recipient)).toEqual([]);
      const mail = await stack.mail(recipient);
      expect([mail.subject, mail.text.trim()]).toEqual(["Old 1", "Old 1"]);
      expect(await stack.settled(owner.key, notification)).toMatchObject({ status: "sent", attempts: 2 });
    },
  );

  it("uses the new text for what is sent after the change", async () => {
    const id = await created({ subject: "Old", body: "Old" });
    await send(id);
    await put(id, { subject: "New", body: "New" });
    const recipient = anAddress();
    await send(id, { recipient });
    expect((await stack.mail(recipient)).subject).toBe("New");
  });
});

describe("what is wrong in a template (D54)", () => {
  const unparsed = { subject: "Zażółć {{end}}", body: "Dear\n{{upper .name}}" };
  const told = {
    error: "subject is not a valid template",
    code: "invalid_request",
    errors: [
      { field: "subject", message: "line 1, column 13: unexpected {{end}}" },
      { field: "body", message: expect.stringMatching(/^line 2, column \d+: function "upper" not defined$/) },
    ],
  };
  const failing = { subject: "{{index .x 1}}", body: "Dear {{.x.y}}\n" };
  const failed = {
    error: "subject could not be rendered",
    code: "invalid_request",
    errors: [
      { field: "subject", message: "line 1, column 3: error calling index: index out of range: 1" },
      { field: "body", message: "line 1, column 10: can't evaluate field y in type string" },
    ],
  };

  it("is told with its place when it is saved", async () => {
    const id = await created();
    for (const answer of [await post(unparsed), await put(id, unparsed)])
      expect([answer.status, answer.body]).toEqual([400, told]);
  });

  it("is told with its place when it is sent, alone and in batches", async () => {
    const template_id = await created(failing);
    const request = { recipient: anAddress(), template_id, variables: { x: "" } };
    const alone = await send(template_id, request);
    expect([alone.status, alone.body]).toEqual([400, failed]);
    const { error: message, ...rest } = failed;
    const results = [{ error: { status: 400, message, ...rest } }];
    const batch = (more: Fields) =>
      stack.call("POST", "/api/v1/notifications/batch", {
        token: owner.key,
        json: { notifications: [request], ...more },
      });
    expect((await batch({})).body).toEqual({ results });
    expect((await batch({ atomic: true })).body).toMatchObject({ code: "batch_refused", results });
  });

  it("is told with its place by the preview and the test mail", async () => {
    expect((await preview({ ...unparsed })).body).toEqual({ ...told, detail: expect.any(String) });
    const id = await created(failing);
    const test = await stack.call("POST", `/panel/api/templates/${id}/test`, {
      token: owner.token,
      json: { recipient: anAddress(), variables: { x: "" } },
    });
    expect([test.status, test.body]).toEqual([400, { ...failed, detail: expect.any(String) }]);
  });
});

describe("preview", () => {
  it("answers both rendered, the variables in order and the missing ones", async () => {
    const answer = await preview({ subject: "{{.b}}", body: "{{.a}} {{if .c}}{{end}}{{.d}}", variables: { a: "1" } });
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        subject: "<no value>",
        body: "1 <no value>",
        variables: ["b", "a", "c", "d"],
        missing: ["b", "d"],
      },
    ]);
  });

  it("refuses in the same words, with where it is wrong", async () => {
    const broken = await preview({ subject: "x", body: "a\n{{.x" });
    expect([broken.status, broken.body]).toMatchObject([
      400,
      { error: "body is not a valid template", detail: expect.stringMatching(/body/) },
    ]);
    const failing = await preview({ subject: "{{len 3}}", body: "x" });
    expect([failing.status, failing.body.error]).toEqual([400, "subject could not be rendered"]);
    expect((await preview({ subject: "x", body: "x", name: "x" })).body.error).toBe('unknown field "name"');
  });

  it("takes access tokens only", async () => {
    expect((await stack.call("POST", PREVIEW, { token: owner.key, json: {} })).status).toBe(401);
  });
});

const DOUBLING = `{{$x := "0123456789abcdef"}}${"{{$x = print $x $x}}".repeat(40)}{{$x}}`;
const HOSTILE: [string, string, "parse" | "render"][] = [
  ["endless recursion", '{{define "a"}}{{template "a" .}}{{end}}{{template "a" .}}', "render"],
  [
    "recursion in two branches",
    '{{define "a"}}{{template "a" .}}{{template "a" .}}{{end}}{{template "a" .}}',
    "render",
  ],
  ["recursion through its own name", '{{template "body" .}}', "render"],
  ["a range without end", "{{range 9000000000000000000}}{{end}}", "render"],
  ["a range without end that writes", "{{range 9000000000000000000}}x{{end}}", "render"],
  ["ranges in ranges", `${"{{range 1000}}".repeat(100)}x${"{{end}}".repeat(100)}`, "render"],
  ["doubling strings", DOUBLING, "render"],
  ["doubling in a range", '{{$x := "ab"}}{{range 1000000}}{{$x = print $x $x}}{{end}}', "render"],
  ["65,000 nested ifs", `${"{{if 1}}".repeat(65_000)}${"{{end}}".repeat(65_000)}`, "parse"],
  ["150,000 open parentheses", `{{${"(".repeat(150_000)}1${")".repeat(150_000)}}}`, "parse"],
  ["a megabyte of the smallest actions", "{{1}}".repeat(200_000), "parse"],
  ["an enormous width", '{{printf "%9999999d" 1}}', "render"],
  ["an enormous precision", '{{printf "%.9999999f" 1.0}}', "render"],
  ["many large widths", '{{range 1000}}{{printf "%999999d" 1}}{{end}}', "render"],
  ["quoting again and again", `{{$x := "\\""}}${'{{$x = printf "%q" $x}}'.repeat(60)}{{$x}}`, "render"],
  ["escaping again and again", `{{$x := "<"}}${"{{$x = html $x}}{{$x = js $x}}".repeat(60)}{{len $x}}`, "render"],
];

describe("hostile templates", () => {
  it("are refused with 400, quickly, while others are answered", async () => {
    const pulse: number[] = [];
    const others: number[] = [];
    let isOver = false;
    const stream = async () => {
      while (!isOver) {
        const startedAt = performance.now();
        others.push((await stack.call("GET", "/health/live")).status);
        pulse.push(performance.now() - startedAt);
      }
    };
    /** Measures how long the machine takes for an ordinary template at the same time. */
    const ordinary = async () => {
      const startedAt = performance.now();
      await preview({ subject: "x", body: "{{1}}" });
      return performance.now() - startedAt;
    };
    const times: string[] = [];
    const outcomes: unknown[] = [];
    let slowestOrdinaryMs = 0;
    const streaming = stream();
    try {
      for (const [what, body, when] of HOSTILE) {
        const saved = await post({ body });
        const ordinaryMs = await ordinary();
        slowestOrdinaryMs = Math.max(slowestOrdinaryMs, ordinaryMs);
        const startedAt = performance.now();
        const answer = when === "parse" ? await post({ body }) : await send(String(saved.body.id));
        const ms = performance.now() - startedAt;
        times.push(`${Math.round(ms)} ms ${what}`);
        const shown = await preview({ subject: "x", body });
        outcomes.push([
          what,
          saved.status,
          answer.status,
          answer.body.error,
          shown.status,
          ms < Math.max(2000, 20 * ordinaryMs),
        ]);
      }
    } finally {
      isOver = true;
      await streaming;
    }
    console.log(`${times.join("\n")}\nslowest /health/live ${Math.round(Math.max(...pulse))} ms of ${pulse.length}`);
    expect(outcomes).toEqual(
      HOSTILE.map(([what, , when]) =>
        when === "parse"
          ? [what, 400, 400, "body is not a valid template", 400, true]
          : [what, 201, 400, "body could not be rendered", 400, true],
      ),
    );
    expect(others.length).toBeGreaterThan(HOSTILE.length);
    expect(new Set(others)).toEqual(new Set([200]));
    expect(Math.max(...pulse)).toBeLessThan(Math.max(4000, 20 * slowestOrdinaryMs));
  });

  it("bring nothing down: the next one is rendered as ever", async () => {
    await send(await created({ body: HOSTILE[0]?.[1] ?? "" }));
    expect((await delivered({ body: "Hi {{.x}}" }, { variables: { x: "1" } })).text.trim()).toBe("Hi 1");
  });
});
