import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, anAddress, type Fields, LocalStack, type Owner } from "../support/local-stack.ts";
import { refusedAs } from "../support/refused-item.ts";

// These tests follow the rule for template data line by line (D51).

const TEMPLATES = "/api/v1/templates";
const PREVIEW = "/panel/api/templates/preview";
const NOTIFICATIONS = "/api/v1/notifications";
const BATCH = `${NOTIFICATIONS}/batch`;

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared();
  owner = await stack.owner();
});
afterAll(() => stack.close());

async function created(template: Fields): Promise<string> {
  const json = { name: "Order", subject: "S", body: "B", ...template };
  const answer = await stack.call("POST", TEMPLATES, { token: owner.token, json });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return String(answer.body.id);
}
const send = (json: Fields, headers: Record<string, string> = {}) =>
  stack.call("POST", NOTIFICATIONS, { token: owner.key, json: { recipient: anAddress(), ...json }, headers });
/** Sends the body unchanged, because JavaScript cannot express every number. */
const sendText = (text: string, path = NOTIFICATIONS) => stack.call("POST", path, { token: owner.key, raw: text });
const preview = (json: Fields) =>
  stack.call("POST", PREVIEW, { token: owner.token, json: { subject: "S", body: "B", ...json } });
const said = ({ status, text }: Answer) => [status, text];
const refusal = (message: string) => [400, expect.stringContaining(`{"error":${JSON.stringify(message)},"code":"`)];

async function delivered(template: Fields, values: Fields) {
  const recipient = anAddress();
  const answer = await send({ recipient, template_id: await created(template), ...values });
  expect([answer.status, answer.text]).toEqual([202, expect.any(String)]);
  return stack.mail(recipient);
}

const nested = (levels: number): string => `${'{"a":'.repeat(levels - 1)}{}${"}".repeat(levels - 1)}`;
const items = [
  { name: "Tea & Co", quantity: 2, price: 3.5 },
  { name: "Cup", quantity: 1, price: 12 },
];

describe("data of a send", () => {
  it("is what Go sees of JSON: numbers, lists, objects, null", async () => {
    const template = {
      subject: "Order {{.order.id}} for {{.name}}",
      body: '{{range $i, $x := .items}}{{$i}} {{$x.name}} {{$x.quantity}} {{printf "%.2f" $x.price}};{{end}} {{.big}} {{.none}} {{len .items}} {{.items}}',
    };
    const data = { order: { id: "A-17" }, items, big: 1_000_000, none: null };
    const mail = await delivered(template, { data, variables: { name: "Ana" } });
    expect(mail.subject).toBe("Order A-17 for Ana");
    expect(mail.text?.trim()).toBe(
      "0 Tea & Co 2 3.50;1 Cup 1 12.00; 1e+06 <no value> 2 [map[name:Tea & Co price:3.5 quantity:2] map[name:Cup price:12 quantity:1]]",
    );
  });

  it("is escaped for its place, as JSON in scripts", async () => {
    const body = '<p title="{{.list}}">{{.list}} {{.none}}</p><script>f({{.list}}, {{.none}}, {{.big}})</script>';
    const data = { list: ["<b>", 1e21, null], none: null, big: 123_456_789 };
    const mail = await delivered({ body, body_type: "html", escape: "html" }, { data });
    expect(mail.html?.trim()).toBe(
      '<p title="[&lt;b&gt; 1e&#43;21 &lt;nil&gt;]">[&lt;b&gt; 1e&#43;21 &lt;nil&gt;] </p>' +
        '<script>f(["\\u003cb\\u003e",1e+21,null],  null ,  123456789 )</script>',
    );
  });

  it("makes the root a map of any values, even when it is empty", async () => {
    const body = '[{{index . "x"}}] {{printf "%T" .}}';
    expect((await delivered({ body }, {})).text?.trim()).toBe("[] map[string]string");
    expect((await delivered({ body }, { data: {} })).text?.trim()).toBe("[<no value>] map[string]interface {}");
  });

  it("has ordinary names at every depth", async () => {
    const template_id = await created({ body: "{{.__proto__.constructor}} {{.o.constructor}} {{.toString}}" });
    const recipient = anAddress();
    const data = '{"__proto__":{"constructor":"c"},"o":{}}';
    const answer = await sendText(JSON.stringify({ recipient, template_id }).replace(/}$/, `,"data":${data}}`));
    expect(answer.status).toBe(202);
    expect((await stack.mail(recipient)).text?.trim()).toBe("c <no value> <no value>");
  });

  it("fails as in Go where a field is looked up in null or in a list", async () => {
    const template_id = await created({ body: "{{.x.name}}" });
    for (const x of [null, 1, "text", items])
      expect(said(await send({ template_id, data: { x } }))).toEqual(refusal("body could not be rendered"));
    expect((await send({ template_id, data: {} })).status).toBe(202);
  });

  it("is strict about paths", async () => {
    const body = "{{.order.id}} {{range .items}}{{.name}} {{end}}{{.order.id}} {{.total}}{{range .none}}{{end}}";
    const template_id = await created({ body, strict: true });
    const missing = (data: Fields) => send({ template_id, data }).then(said);
    expect(await missing({})).toEqual(refusal("missing variables: order, total"));
    expect(await missing({ order: {}, items: [{}, { name: "Tea" }], total: null })).toEqual(
      refusal("missing variables: order.id, items[].name, total"),
    );
    expect(await missing({ order: null, total: 1 })).toEqual(refusal("missing variables: order"));
    expect((await send({ template_id, data: { order: { id: 1 }, total: 0 } })).status).toBe(202);
  });
});

describe("data that is refused", () => {
  it.each<[message: string, json: Fields]>([
    ["data needs template_id", { data: {}, subject: "S", body: "B" }],
    ["data needs template_id", { data: { a: 1 } }],
    ["data must be a JSON object", { data: null, template_id: "t" }],
    ["data must be a JSON object", { data: [], template_id: "t" }],
    ["data must be a JSON object", { data: "x", template_id: "t" }],
    [
      'variables and data both have "b"',
      { data: { a: 1, b: null }, variables: { c: "", b: "", a: "" }, template_id: "t" },
    ],
    ["data is too large", { data: { a: "x".repeat(262_144) }, template_id: "t" }],
    ["data is too large", { data: { a: "é".repeat(131_072) }, template_id: "t" }],
    ["data is too large", { data: { a: Array.from({ length: 10_000 }, () => 1) }, template_id: "t" }],
    ["data is too large", { data: JSON.parse(nested(33)), template_id: "t" }],
  ])("%s", async (message, json) => {
    expect(said(await send(json))).toEqual(refusal(message));
    const { subject: _, body: __, ...item } = json;
    const batch = await stack.call("POST", BATCH, {
      token: owner.key,
      json: { notifications: [{ recipient: anAddress(), ...json }] },
    });
    expect(batch.body).toMatchObject({ results: [{ error: { status: 400, message, code: "invalid_request" } }] });
    if (message !== "data needs template_id") {
      const { template_id: ___, ...values } = item;
      expect(said(await preview(values))).toEqual(refusal(message));
    }
  });

  it("is just within the limits", async () => {
    const template_id = await created({});
    const whole = { a: "x".repeat(262_144 - '{"a":""}'.length) };
    const many = { a: Array.from({ length: 9999 }, () => 1) };
    for (const data of [whole, many, JSON.parse(nested(32))])
      expect((await send({ template_id, data })).status).toBe(202);
  });

  it.each([1_000, 100_000])("nests %i levels: 400 everywhere, with a key too", async (levels) => {
    const deep = `{"recipient":"a@b.example","template_id":"t","data":${nested(levels)}}`;
    expect(said(await sendText(deep))).toEqual(refusal("data is too large"));
    const lists = `{"recipient":"a@b.example","template_id":"t","data":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    expect(said(await sendText(lists))).toEqual(refusal("data is too large"));
    const headers = { "idempotency-key": crypto.randomUUID() };
    expect((await stack.call("POST", NOTIFICATIONS, { token: owner.key, raw: deep, headers })).status).toBe(400);
    const batch = await sendText(`{"notifications":[${deep}]}`, BATCH);
    expect(batch.body).toEqual({ results: [{ error: refusedAs("data is too large", "data") }] });
  });

  it("has a number beyond 64 bits", async () => {
    for (const number of ["1e400", "-1e999", `1${"0".repeat(400)}`]) {
      const answer = await sendText(`{"recipient":"a@b.example","template_id":"t","data":{"a":[${number}]}}`);
      expect(said(answer)).toEqual(refusal("data has a number that is too large"));
      expect(answer.body.errors).toEqual([{ field: "data", message: "data has a number that is too large" }]);
    }
  });
});

describe("data elsewhere", () => {
  it("is compared whole by an idempotency key", async () => {
    const template_id = await created({ body: "{{.a}}" });
    const recipient = anAddress();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const once = (data: Fields) => send({ recipient, template_id, data }, headers);
    const first = await once({ a: { b: [1, 2] }, c: 1 });
    expect(first.status).toBe(202);
    expect((await once({ c: 1, a: { b: [1, 2] } })).text).toBe(first.text);
    for (const other of [{ a: { b: [2, 1] }, c: 1 }, { a: { b: [1, 2] }, c: "1" }, {}])
      expect((await once(other)).status).toBe(409);
  });

  it("is in the test mail, and in no answer about it", async () => {
    const id = await created({ body: "{{range .items}}{{.name}} {{end}}" });
    const recipient = anAddress();
    const test = await stack.call("POST", `/panel/api/templates/${id}/test`, {
      token: owner.token,
      json: { recipient, data: { items, secret: "unused-secret" } },
    });
    expect(test.status).toBe(202);
    expect((await stack.mail(recipient)).text?.trim()).toBe("Tea & Co Cup");
    const notification = String(test.body.id);
    for (const path of [`${NOTIFICATIONS}/${notification}`, `${NOTIFICATIONS}/${notification}/timeline`]) {
      const { status, text } = await stack.call("GET", path, { token: owner.key });
      expect([status, text]).toEqual([200, expect.not.stringContaining("unused-secret")]);
    }
  });

  it("is checked for its type alone on chat", async () => {
    const chat = { channel: "chat", recipient: "+15551230001", chat: { type: "text", text: { body: "x" } } };
    const wrong = await sendText(JSON.stringify({ ...chat, data: [] }));
    expect(said(wrong)).toEqual(refusal("data must be a JSON object"));
    const right = await sendText(JSON.stringify({ ...chat, data: { a: 1 } }));
    expect(right.text).not.toContain("data");
  });

  it("is previewed, with paths and warnings", async () => {
    const body = "{{.total}} {{range .items}}{{.sku}}{{end}}{{.order.id}}";
    const answer = await preview({ body, data: { total: 1_000_000, items }, with_unfilled: true });
    expect(answer.body).toEqual({
      subject: "S",
      body: "1e+06 <no value><no value><no value>",
      variables: ["total", "items", "order"],
      missing: ["items[].sku", "order"],
      unfilled: ["items[].sku", "order"],
      warnings: [expect.stringContaining('printf "%.0f"')],
    });
    expect((await preview({ body: '{{printf "%.0f" .total}}', data: { total: 1_000_000 } })).body).not.toHaveProperty(
      "warnings",
    );
    expect((await preview({ body: "{{1e6}}" })).body).not.toHaveProperty("warnings");
  });

  it("is kept as samples of any JSON, within its limits", async () => {
    const path = `/panel/api/templates/${await created({})}/samples`;
    const put = (samples: unknown) => stack.call("PUT", path, { token: owner.token, json: { samples } });
    const samples = { name: "Ana", items, total: 1.5, none: null, paid: false };
    expect([(await put(samples)).body, (await stack.call("GET", path, { token: owner.token })).body]).toEqual([
      { samples },
      { samples },
    ]);
    for (const wrong of [
      null,
      [],
      { a: JSON.parse(nested(32)) },
      { a: Array.from({ length: 10_000 }, () => "") },
      { a: ["x".repeat(20_000)] },
    ])
      expect((await put(wrong)).status).toBe(400);
    const deep = `{"samples":{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`;
    expect((await stack.call("PUT", path, { token: owner.token, raw: deep })).status).toBe(400);
    expect((await stack.call("GET", path, { token: owner.token })).body).toEqual({ samples });
  });
});
