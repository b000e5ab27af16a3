import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, type Fields, headersIn, LocalStack, type Owner, until } from "../support/local-stack.ts";

const NOTIFICATIONS = "/api/v1/notifications";
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared();
  owner = await stack.owner({ from_name: "Shop" });
});
afterAll(() => stack.close());

const header = (raw: string, name: string) =>
  headersIn(raw).filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
const domain = () => `d${randomUUID().slice(0, 8)}.example`;
/** Sends a mail and waits until the mailbox has it. */
async function delivered(more: Fields = {}, key = owner.key) {
  const recipient = anAddress();
  const id = await stack.accepted(key, { recipient, ...more });
  return { id, recipient, mail: await stack.mail(String(more.recipient ?? recipient)) };
}

describe("answer", () => {
  it("is 202 with exactly the notification's shape (P-send, R-notification, S-created, F-202, G7d)", async () => {
    const answer = await stack.send(owner.key, { cc: [anAddress()], smtp_account_id: owner.accountId });
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      channel: "email",
      status: "pending",
      attempts: 0,
      max_attempts: 5,
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    expect(Math.abs(Date.parse(String(answer.body.created_at)) - Date.now())).toBeLessThan(10_000);
    expect(answer.body.updated_at).toBe(answer.body.created_at);
  });

  it("goes from pending to sent, with one attempt and no last_error (G1, S-claimed, S-email-sent)", async () => {
    const answer = await stack.send(owner.key, { recipient: anAddress("slow1") });
    const { id, created_at } = answer.body;
    const seen = new Set<unknown>([answer.body.status]);
    const ended = await until(
      async () => {
        const now = await stack.notification(owner.key, String(id));
        seen.add(now.status);
        return now;
      },
      ({ status }) => status === "sent",
      { everyMs: 5 },
    );
    expect(ended).toEqual({
      ...{ id, channel: "email", status: "sent", attempts: 1, max_attempts: 5, created_at },
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    expect([...seen]).toEqual(["pending", "processing", "sent"]);
    expect(Date.parse(String(ended.updated_at))).toBeGreaterThanOrEqual(Date.parse(String(created_at)));
  });

  it("is 404 for another owner's and for an unknown one, in the same words (P-get-notification, F-404)", async () => {
    const other = await stack.owner();
    const id = await stack.accepted(other.key);
    const [foreign, unknown] = await Promise.all(
      [id, randomUUID()].map((one) => stack.call("GET", `${NOTIFICATIONS}/${one}`, { token: owner.key })),
    );
    expect([foreign?.status, foreign?.text]).toEqual([404, '{"error":"not found","code":"not_found"}']);
    expect([unknown?.status, unknown?.text]).toEqual([foreign?.status, foreign?.text]);
  });

  it("belongs to the owner, whichever key asks (G6)", async () => {
    const second = String((await stack.apiKey(owner.token)).key);
    const id = await stack.accepted(owner.key);
    expect((await stack.notification(second, id)).id).toBe(id);
  });
});

describe("field rules", () => {
  it.each<[string, Fields, string | RegExp]>([
    ["no recipient", { recipient: undefined }, "recipient is required"],
    ["an empty recipient", { recipient: "" }, "recipient is required"],
    ["a blank recipient", { recipient: "  " }, "recipient is required"],
    ["recipient null", { recipient: null }, /recipient/],
    ["recipient a list", { recipient: ["a@b.example"] }, /recipient/],
    ["recipient a telephone", { recipient: "+5511999999999" }, /recipient/],
    ["recipient without at sign", { recipient: "a.b.example" }, /recipient/],
    ["recipient without local part", { recipient: "@b.example" }, /recipient/],
    ["recipient without domain", { recipient: "a@" }, /recipient/],
    ["two recipients in one", { recipient: "a@b.example, c@d.example" }, /recipient/],
    ["two recipients with a semicolon", { recipient: "a@b.example;c@d.example" }, /recipient/],
    ["recipient with a display name", { recipient: "A <a@b.example>" }, /recipient/],
    ["recipient with a comment", { recipient: "a(x)@b.example" }, /recipient/],
    ["recipient with angle brackets", { recipient: "<a@b.example>" }, /recipient/],
    ["recipient with a line break", { recipient: "a@b.example\r\nBcc: x@y.example" }, /recipient/],
    ["recipient with a line feed in the local part", { recipient: "a\nb@b.example" }, /recipient/],
    ["recipient with a NUL", { recipient: "a\u0000@b.example" }, /recipient/],
    ["recipient with a space", { recipient: "a b@c.example" }, /recipient/],
    ["recipient with a dot first", { recipient: ".a@b.example" }, /recipient/],
    ["recipient with two dots", { recipient: "a..b@b.example" }, /recipient/],
    ["recipient with a bad label", { recipient: "a@-b.example" }, /recipient/],
    ["recipient with two dots in the domain", { recipient: "a@b..example" }, /recipient/],
    ["recipient with 65 characters before the at sign", { recipient: `${"a".repeat(65)}@b.example` }, /recipient/],
    [
      "recipient with 255 characters",
      { recipient: `a@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(20)}` },
      /recipient/,
    ],
    ["recipient with a label of 64", { recipient: `a@${"b".repeat(64)}.example` }, /recipient/],
    ["cc no list", { cc: "a@b.example" }, /cc/],
    ["cc with a number", { cc: [1] }, /cc/],
    ["cc with null", { cc: [null] }, /cc/],
    ["cc null", { cc: null }, /cc/],
    ["a bad address in cc", { cc: ["a@b.example", "x"] }, /cc/],
    ["a bad address in bcc", { bcc: ["x@"] }, /bcc/],
    ["a line break in bcc", { bcc: ["a@b.example\r\nX: y"] }, /bcc/],
    ["bcc an object", { bcc: {} }, /bcc/],
    ["no subject", { subject: undefined }, "subject is required"],
    ["an empty subject", { subject: "" }, "subject is required"],
    ["subject a number", { subject: 1 }, /subject/],
    ["subject null", { subject: null }, /subject/],
    ["no body", { body: undefined }, "body is required"],
    ["an empty body", { body: "" }, "body is required"],
    ["body an object", { body: {} }, /body/],
    ["an unknown body_type", { body_type: "markdown" }, "body_type must be one of: text, html"],
    ["an empty body_type", { body_type: "" }, "body_type must be one of: text, html"],
    ["body_type in capitals", { body_type: "HTML" }, "body_type must be one of: text, html"],
    ["body_type null", { body_type: null }, /body_type/],
    ["an unknown channel", { channel: "sms" }, /channel/],
    ["an empty channel", { channel: "" }, /channel/],
    ["channel null", { channel: null }, /channel/],
    ["channel in capitals", { channel: "EMAIL" }, /channel/],
    ["from_name a number", { from_name: 1 }, /from_name/],
    ["smtp_account_id no UUID", { smtp_account_id: "x" }, /smtp_account_id/],
    ["smtp_account_id empty", { smtp_account_id: "" }, /smtp_account_id/],
    ["smtp_account_id null", { smtp_account_id: null }, /smtp_account_id/],
  ])("refuses %s (P-send-fields, E1)", async (_what, change, message) => {
    const answer = await stack.send(owner.key, change);
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, expect.arrayContaining(["error", "code"])]);
    if (typeof message === "string") expect(answer.body.error).toBe(message);
    else expect(answer.body.error).toMatch(message);
  });

  it.each<[string, Fields]>([
    ["channel email", { channel: "email" }],
    ["body_type text", { body_type: "text" }],
    ["empty lists", { cc: [], bcc: [] }],
    ["empty entries in lists", { cc: ["", "  "], bcc: [""] }],
    ["spaces around addresses", { recipient: `  ${anAddress()} `, cc: [` ${anAddress()}\t`] }],
    ["64 characters before the at sign", { recipient: `${"a".repeat(64)}@b.example` }],
    ["special characters", { recipient: "a!#$%&'*+-/=?^_`{|}~b@b.example" }],
    ["an international address", { recipient: "用户@例え.example" }],
    ["an ASCII form of a domain", { recipient: "a@xn--bcher-kva.example" }],
    ["a subject of one space", { subject: " x " }],
    ["an empty from_name", { from_name: "  " }],
    ["an account in upper case", { smtp_account_id: "UPPER" }],
  ])("accepts %s", async (_what, change) => {
    const given = change.smtp_account_id === "UPPER" ? { smtp_account_id: owner.accountId.toUpperCase() } : change;
    const answer = await stack.send(owner.key, given);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status: 202 });
  });

  it("refuses a missing and a foreign account alike, revealing nothing (E7, G6)", async () => {
    const other = await stack.owner();
    const [foreign, missing] = await Promise.all(
      [other.accountId, randomUUID()].map((smtp_account_id) => stack.send(owner.key, { smtp_account_id })),
    );
    expect(foreign?.status).toBe(400);
    expect([missing?.status, missing?.text]).toEqual([foreign?.status, foreign?.text]);
    expect(await stack.mails(other.sub)).toEqual([]);
  });

  it("refuses without a default account", async () => {
    const { key } = await stack.owner(null);
    const answer = await stack.send(key);
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/default/)]);
  });
});

describe("recipients (D13, E2, E3, L-recipients)", () => {
  const many = (count: number, at: string) => Array.from({ length: count }, (_, i) => `r${i}@${at}`);

  it.each<[string, (at: string) => Fields]>([
    ["50 over all three", (at) => ({ recipient: `to@${at}`, cc: many(24, at), bcc: many(25, `b.${at}`) })],
    [
      "50 and repeats of them",
      (at) => ({ recipient: `to@${at}`, cc: many(49, at), bcc: [...many(49, at), `TO@${at}`] }),
    ],
    ["50 and empty entries", (at) => ({ recipient: `to@${at}`, cc: [...many(49, at), "", " "], bcc: ["", ""] })],
  ])("accepts %s", async (_what, request) => {
    const id = await stack.accepted(owner.key, request(domain()));
    expect((await stack.settled(owner.key, id)).status).toBe("sent");
  });

  it.each<[string, (at: string) => Fields]>([
    ["51 over all three", (at) => ({ recipient: `to@${at}`, cc: many(25, at), bcc: many(25, `b.${at}`) })],
    ["51 in cc", (at) => ({ recipient: `r0@${at}`, cc: many(51, at) })],
    ["5000 in bcc", (at) => ({ recipient: `to@${at}`, bcc: many(5000, at) })],
  ])("refuses %s", async (_what, request) => {
    const answer = await stack.send(owner.key, request(domain()));
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringContaining("50")]);
  });

  it("removes repeats without regard to case; the first wins in the order recipient, cc, bcc", async () => {
    const at = domain();
    const request = {
      recipient: `A@${at}`,
      cc: [`a@${at}`, `c@${at}`, `C@${at.toUpperCase()}`],
      bcc: [`c@${at}`, `d@${at}`, `D@${at}`, `A@${at}`],
    };
    const { mail } = await delivered(request);
    expect(mail.rcpt_to).toHaveLength(3);
    const got = mail.rcpt_to.map((one) => one.toLowerCase());
    expect(new Set(got)).toEqual(new Set([`a@${at}`, `c@${at}`, `d@${at}`]));
    expect(header(mail.raw, "to").join()).toContain(`A@${at}`);
    expect(header(mail.raw, "cc").join()).toContain(`c@${at}`);
    expect(header(mail.raw, "cc").join().toLowerCase()).not.toContain(`a@${at}`);
  });

  it("shows cc to everybody and bcc to nobody", async () => {
    const [cc, bcc] = [anAddress("copy"), anAddress("hidden")];
    const { mail, recipient } = await delivered({ cc: [cc], bcc: [bcc] });
    expect([...mail.rcpt_to].sort()).toEqual([recipient, cc, bcc].sort());
    expect(header(mail.raw, "to").join()).toContain(recipient);
    expect(header(mail.raw, "cc").join()).toContain(cc);
    expect(mail.raw).not.toContain(bcc);
    expect(header(mail.raw, "bcc")).toEqual([]);
    expect(await stack.mails(bcc)).toHaveLength(1);
  });
});

describe("sender (E6)", () => {
  const from = async (account: Fields, more: Fields) => {
    const { key } = await stack.owner(account);
    const { mail } = await delivered(more, key);
    expect(mail.mail_from).toBe("sender@shop.example");
    return header(mail.raw, "from");
  };

  it.each<[string, Fields, Fields, RegExp]>([
    [
      "the notification's name",
      { from_name: "Account", label: "Label" },
      { from_name: "  Mail  " },
      /^From: "?Mail"? <sender@shop\.example>$/i,
    ],
    [
      "else the account's name",
      { from_name: "Account", label: "Label" },
      {},
      /^From: "?Account"? <sender@shop\.example>$/i,
    ],
    [
      "a blank one counts as none",
      { from_name: "Account", label: "Label" },
      { from_name: "  " },
      /^From: "?Account"? <sender@shop\.example>$/i,
    ],
    ["else the account's label", { label: "Label" }, {}, /^From: "?Label"? <sender@shop\.example>$/i],
    [
      "an empty account name counts as none",
      { from_name: "", label: "Label" },
      {},
      /^From: "?Label"? <sender@shop\.example>$/i,
    ],
    [
      "a blank account name counts as none",
      { from_name: "  ", label: "Label" },
      {},
      /^From: "?Label"? <sender@shop\.example>$/i,
    ],
  ])("is %s", async (_what, account, more, wanted) => {
    const lines = await from(account, more);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(wanted);
  });

  it.each([
    'The "Shop", Inc. <evil@x.example>',
    "Grüße & 店 😀",
    "a@b.example",
    "x".repeat(255),
    "(comment)",
    "=?utf-8?q?x?=",
  ])("survives as one address under the name %s", async (name) => {
    const { mail } = await delivered({ from_name: name });
    const lines = header(mail.raw, "from");
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/<sender@shop\.example>$/);
    expect(mail.mail_from).toBe("sender@shop.example");
    // The mailbox shows a quoted string (RFC 5322 section 3.2.4).
    const shown = /^"?(.*?)"? <[^<>]*>$/s.exec(mail.from)?.[1]?.replace(/\\(.)/g, "$1");
    expect(shown).toBe(name);
  });
});

describe("header injection", () => {
  const ATTACKS = [
    "x\r\nX-Injected: 1",
    "x\nX-Injected: 1",
    "x\rX-Injected: 1",
    "x\r\n\r\nX-Injected: body",
    "x\u0000\r\nX-Injected: 1",
    "x\u2028X-Injected: 1",
    "x\u0085X-Injected: 1",
    "=?utf-8?q?x=0D=0AX-Injected:_1?=",
  ];

  it.each(["subject", "from_name"].flatMap((field) => ATTACKS.map((attack) => [field, attack] as const)))(
    "in %s is impossible: %j",
    async (field, attack) => {
      const recipient = anAddress("inject");
      const answer = await stack.send(owner.key, { recipient, [field]: attack });
      if (answer.status !== 202) {
        expect(answer.status).toBe(400);
        return;
      }
      const { raw } = await stack.mail(recipient);
      expect(headersIn(raw).filter((line) => /^x-injected/i.test(line))).toEqual([]);
      expect(header(raw, "subject")).toHaveLength(1);
      expect(header(raw, "from")).toHaveLength(1);
      expect(await stack.mails(recipient)).toHaveLength(1);
    },
  );

  it("cannot end the mail early from the body", async () => {
    const body = "one\r\n.\r\nRSET\r\nMAIL FROM:<x@y.example>\r\n..two\n.\nthree\r.\r";
    const { mail, recipient } = await delivered({ body });
    expect(mail.text.replace(/\r\n?/g, "\n").trimEnd()).toBe(body.replace(/\r\n?/g, "\n").trimEnd());
    expect(await stack.mails(recipient)).toHaveLength(1);
  });
});

describe("trusted_domains (D14, E4)", () => {
  it.each<[string, string[], Fields, number]>([
    ["the domain itself", ["b.example"], { recipient: "a@b.example" }, 202],
    ["in another case", ["b.example"], { recipient: "a@B.Example" }, 202],
    ["one of several", ["x.example", "b.example"], { recipient: "a@b.example", cc: ["c@x.example"] }, 202],
    ["a subdomain", ["b.example"], { recipient: "a@sub.b.example" }, 400],
    ["a parent", ["sub.b.example"], { recipient: "a@b.example" }, 400],
    ["a longer name", ["b.example"], { recipient: "a@evilb.example" }, 400],
    ["the domain in the local part", ["b.example"], { recipient: "b.example@evil.example" }, 400],
    ["another domain in cc", ["b.example"], { recipient: "a@b.example", cc: ["a@c.example"] }, 400],
    ["another domain in bcc", ["b.example"], { recipient: "a@b.example", bcc: ["a@c.example"] }, 400],
    ["IDNA: Unicode allowed, ASCII sent", ["bücher.example"], { recipient: "a@xn--bcher-kva.example" }, 202],
    ["IDNA: ASCII allowed, Unicode sent", ["xn--bcher-kva.example"], { recipient: "a@bücher.example" }, 202],
    ["IDNA: Unicode in capitals", ["bücher.example"], { recipient: "a@BÜCHER.example" }, 202],
    ["IDNA: a look-alike", ["apple.example"], { recipient: "a@аpple.example" }, 400],
    ["IDNA: full-width letters are the same name", ["b.example"], { recipient: "a@ｂ.example" }, 202],
  ])("%s", async (_what, trusted_domains, more, status) => {
    const { id } = await stack.createAccount(owner.token, { trusted_domains });
    const answer = await stack.send(owner.key, { ...more, smtp_account_id: id });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    if (status === 400) expect(answer.body.error).toContain("trusted_domains");
  });
});

describe("api_allowed_domains (D14, E5, F-403)", () => {
  const ALLOWED = ["shop.example", "bücher.example"];

  it.each<[string, Record<string, string>, number]>([
    ["neither header", {}, 403],
    ["the origin", { origin: "https://shop.example" }, 202],
    ["the origin over http, with a port", { origin: "http://shop.example:8080" }, 202],
    ["the origin in capitals", { origin: "HTTPS://SHOP.EXAMPLE" }, 202],
    ["the referer", { referer: "https://shop.example/checkout?x=1" }, 202],
    ["the IDNA form", { origin: "https://xn--bcher-kva.example" }, 202],
    ["another origin", { origin: "https://evil.example" }, 403],
    ["a subdomain", { origin: "https://www.shop.example" }, 403],
    ["a longer name", { origin: "https://evilshop.example" }, 403],
    ["the name as a prefix", { origin: "https://shop.example.evil.example" }, 403],
    ["the name as user", { origin: "https://shop.example@evil.example" }, 403],
    ["the name in the path", { referer: "https://evil.example/shop.example" }, 403],
    ["the name in the query", { referer: "https://evil.example/?https://shop.example" }, 403],
    ["null", { origin: "null" }, 403],
    ["an empty origin", { origin: "" }, 403],
    ["a bare name", { origin: "shop.example" }, 403],
    ["rubbish", { origin: "://" }, 403],
    ["a bad origin beside a good referer", { origin: "https://evil.example", referer: "https://shop.example/" }, 403],
    ["a null origin beside a good referer", { origin: "null", referer: "https://shop.example/" }, 403],
    ["a good origin beside a bad referer", { origin: "https://shop.example", referer: "https://evil.example/" }, 202],
  ])("%s", async (_what, headers, status) => {
    const account = await stack.createAccount(owner.token, { api_allowed_domains: ALLOWED });
    const answer = await stack.send(owner.key, { smtp_account_id: account.id }, headers);
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    if (status === 403) expect(answer.body).toMatchObject({ error: expect.stringMatching(/origin/) });
  });

  it("asks nothing of the caller when empty, and nothing for reading", async () => {
    expect((await stack.send(owner.key, {}, { origin: "https://anything.example" })).status).toBe(202);
    const guarded = await stack.owner({ api_allowed_domains: ["shop.example"] });
    const id = await stack.accepted(guarded.key, {}, { origin: "https://shop.example" });
    expect((await stack.notification(guarded.key, id)).id).toBe(id);
  });
});

describe("message (D17)", () => {
  it("carries Message-ID, Date, MIME-Version and UTF-8 text", async () => {
    const body = "Grüße, 世界 😀\nsecond line\n";
    const { id, mail, recipient } = await delivered({ subject: "Ünïcode 😀 subject", body });
    const one = (name: string) => {
      const lines = header(mail.raw, name);
      expect(lines).toHaveLength(1);
      return lines[0]?.slice(name.length + 1).trim();
    };
    expect(one("message-id")).toBe(`<${id}@shop.example>`);
    expect(Math.abs(Date.parse(one("date") ?? "") - Date.now())).toBeLessThan(60_000);
    expect(one("mime-version")).toBe("1.0");
    expect(one("to")).toContain(recipient);
    expect(one("content-type")).toMatch(/^text\/plain; *charset="?utf-8"?/i);
    expect(mail.subject).toBe("Ünïcode 😀 subject");
    expect(mail.text.trimEnd()).toBe(body.trimEnd());
    expect(mail.html ?? "").toBe("");
  });

  it("gives html a plain-text part of the same content", async () => {
    const body =
      "<h1>Order&nbsp;7</h1><p>Grüße &amp; <b>Dank</b><br>Line</p><script>alert(1)</script><style>p{}</style>";
    const { mail } = await delivered({ body, body_type: "html" });
    expect(header(mail.raw, "content-type").join()).toMatch(/multipart\/alternative/i);
    expect(mail.html?.trimEnd()).toBe(body);
    expect(mail.text).toMatch(/Order\s7/);
    expect(mail.text).toContain("Grüße & Dank");
    expect(mail.text).not.toMatch(/<|alert|p\{\}/);
    expect(mail.raw.indexOf("text/plain")).toBeLessThan(mail.raw.indexOf("text/html"));
  });

  it("does not touch template marks and does not read text as html", async () => {
    const body = "{{.Name}} <b>not bold</b> &amp;";
    const { mail } = await delivered({ body, subject: "{{.X}} 100%" });
    expect(mail.text.trimEnd()).toBe(body);
    expect(mail.subject).toBe("{{.X}} 100%");
  });

  it.each(["=?utf-8?q?x?=", "a =?utf-8?b?Qg==?= c", "  spaces  within  ", '"quoted", <a@b.example>', "x".repeat(900)])(
    "carries the subject %j as it is",
    async (subject) => {
      const { mail } = await delivered({ subject });
      expect(mail.subject.trim()).toBe(subject.trim());
    },
  );

  it("keeps the Message-ID's domain in ASCII", async () => {
    const { key } = await stack.owner({ from_address: "a@bücher.example" });
    const { id, mail } = await delivered({}, key);
    expect(mail.message_id).toContain(`${id}@xn--bcher-kva.example`);
  });

  it.each(["text", "html"])("delivers %s near the limit of 1 MiB whole", async (body_type) => {
    const line = "0123456789 äöü 世界 abcdefghijklmnopqrstuvwxyz\n";
    const body = line.repeat(Math.floor(1_040_000 / Buffer.byteLength(JSON.stringify(line))));
    const { id, mail } = await delivered({ body, body_type });
    expect((await stack.settled(owner.key, id)).status).toBe("sent");
    const got = (body_type === "html" ? mail.html : mail.text) ?? "";
    expect(got.replace(/\r\n/g, "\n").trimEnd() === body.trimEnd()).toBe(true);
  });

  it("delivers what does not compress, and lines without end", async () => {
    const body = Array.from({ length: 28_000 }, () => randomUUID()).join("");
    const { mail } = await delivered({ body });
    expect(mail.text.replace(/\r?\n$/, "") === body).toBe(true);
    for (const line of mail.raw.split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
  });
});

describe("Idempotency-Key (D24)", () => {
  const REPLAYED = "idempotency-replayed";
  const KEY = "idempotency-key";

  it("answers the first answer again, and sends one mail", async () => {
    const recipient = anAddress();
    const headers = { [KEY]: randomUUID() };
    const first = await stack.send(owner.key, { recipient }, headers);
    expect([first.status, first.headers.get(REPLAYED)]).toEqual([202, null]);
    await stack.settled(owner.key, String(first.body.id));
    for (let i = 0; i < 3; i++) {
      const again = await stack.send(owner.key, { recipient }, headers);
      expect([again.status, again.headers.get(REPLAYED), again.text]).toEqual([202, "true", first.text]);
      expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    }
    expect(await stack.mails(recipient)).toHaveLength(1);
  });

  it("treats bodies that differ in the order of their fields as the same", async () => {
    const headers = { [KEY]: randomUUID() };
    const recipient = anAddress();
    const send = (raw: string) => stack.call("POST", NOTIFICATIONS, { token: owner.key, raw, headers });
    const first = await send(`{"recipient":"${recipient}","subject":"s","body":"b"}`);
    const again = await send(` {"body":"b", "subject":"s", "recipient":"${recipient}"}`);
    expect([first.status, again.status, again.text]).toEqual([202, 202, first.text]);
  });

  it.each<[string, Fields]>([
    ["subject", { subject: "other" }],
    ["body", { body: "other" }],
    ["recipient", { recipient: "other@b.example" }],
    ["one more field", { cc: ["other@b.example"] }],
  ])("answers 409 to another body: %s", async (_what, change) => {
    const headers = { [KEY]: randomUUID() };
    const recipient = anAddress();
    expect((await stack.send(owner.key, { recipient }, headers)).status).toBe(202);
    const other = await stack.send(owner.key, { recipient, ...change }, headers);
    expect([other.status, other.body, other.headers.get(REPLAYED)]).toMatchObject([
      409,
      { error: expect.stringMatching(/\S/) },
      null,
    ]);
  });

  it("sends one mail for ten at once, and every answer is the same or 409 with Retry-After 1", async () => {
    const recipient = anAddress();
    const headers = { [KEY]: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 10 }, () => stack.send(owner.key, { recipient }, headers)));
    const accepted = answers.filter((answer) => answer.status === 202);
    expect(accepted.length).toBeGreaterThanOrEqual(1);
    expect(new Set(accepted.map((answer) => answer.text)).size).toBe(1);
    expect(accepted.filter((answer) => answer.headers.get(REPLAYED) === null)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.status !== 202))
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([409, "1"]);
    await stack.settled(owner.key, String(accepted[0]?.body.id));
    expect(await stack.mails(recipient)).toHaveLength(1);
    expect((await stack.send(owner.key, { recipient }, headers)).headers.get(REPLAYED)).toBe("true");
  });

  it("belongs to its owner", async () => {
    const other = await stack.owner();
    const headers = { [KEY]: randomUUID() };
    const recipient = anAddress();
    const [mine, theirs] = [
      await stack.send(owner.key, { recipient }, headers),
      await stack.send(other.key, { recipient }, headers),
    ];
    expect([mine.status, theirs.status, theirs.headers.get(REPLAYED)]).toEqual([202, 202, null]);
    expect(theirs.body.id).not.toBe(mine.body.id);
    const second = String((await stack.apiKey(owner.token)).key);
    expect((await stack.send(second, { recipient }, headers)).text).toBe(mine.text);
  });

  it("keeps no refusal: the same key works once the request is mended", async () => {
    const headers = { [KEY]: randomUUID() };
    expect((await stack.send(owner.key, { recipient: "x" }, headers)).status).toBe(400);
    expect((await stack.send(owner.key, { smtp_account_id: randomUUID() }, headers)).status).toBe(400);
    const good = await stack.send(owner.key, {}, headers);
    expect([good.status, good.headers.get(REPLAYED)]).toEqual([202, null]);
  });

  it.each(["", " ", "a b", "x".repeat(256), "é", "a\tb"])("refuses the key %j", async (key) => {
    const answer = await stack.send(owner.key, {}, { [KEY]: key });
    expect([answer.status, answer.body]).toMatchObject([400, { error: expect.stringContaining("Idempotency-Key") }]);
  });

  it.each(["x", "x".repeat(255), "!~#/:;,.{}[]"])("accepts the key %s", async (key) => {
    const answer = await stack.send(owner.key, {}, { [KEY]: key });
    expect(answer.status).toBe(202);
  });

  it("makes different notifications for different keys and for none", async () => {
    const more = { recipient: anAddress() };
    const answers = await Promise.all([
      stack.send(owner.key, more, { [KEY]: randomUUID() }),
      stack.send(owner.key, more, { [KEY]: randomUUID() }),
      stack.send(owner.key, more),
      stack.send(owner.key, more),
    ]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(4);
  });

  it("survives a restart", async () => {
    const recipient = anAddress();
    const headers = { [KEY]: randomUUID() };
    const first = await stack.send(owner.key, { recipient }, headers);
    await stack.settled(owner.key, String(first.body.id));
    await stack.stop();
    await stack.boot();
    const again = await stack.send(owner.key, { recipient }, headers);
    expect([again.status, again.headers.get(REPLAYED), again.text]).toEqual([202, "true", first.text]);
    expect(await stack.mails(recipient)).toHaveLength(1);
  });
});

describe("a retry that waits", () => {
  /** A restarted stack accepts no earlier token. */
  let asker: Owner;
  beforeAll(async () => {
    asker = await stack.owner();
  });
  const retry = (id: string, token = asker.token) =>
    stack.call("POST", `/panel/api/notifications/${id}/retry`, { token });

  it("is made now when the owner asks for it, and not before the first attempt or after the last", async () => {
    const id = await stack.accepted(asker.key, { recipient: anAddress("defer1") });
    const path = `/panel/api/notifications/${id}`;
    const waiting = await until(
      () => stack.call("GET", path, { token: asker.token }),
      ({ body }) => body.status === "pending" && body.attempts === 1,
    );
    expect(Date.parse(String(waiting.body.next_attempt_at))).toBeGreaterThan(Date.now());
    expect((await retry(id, (await stack.owner(null)).token)).status).toBe(404);
    expect(await retry(id)).toMatchObject({ status: 200, body: { id, status: "pending", attempts: 1 } });
    const [ended] = await until(
      async () => [await stack.notification(asker.key, id)],
      ([one]) => one?.status === "sent",
      { everyMs: 50 },
    );
    expect(ended).toMatchObject({ attempts: 2 });
    expect(await retry(id)).toMatchObject({ status: 409, body: { error: "notification is already sent" } });
    const later = await stack.accepted(asker.key, { send_at: new Date(Date.now() + 3_600_000).toISOString() });
    const refused = { error: "notification does not wait for a retry", code: "notification_not_retrying" };
    expect(await retry(later)).toMatchObject({ status: 409, body: refused });
  });
});
