import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anAddress, type Fields, HASTY, headersIn, LocalStack, type Owner, until } from "../support/local-stack.ts";
import { MAIL_PARSERS } from "../support/mail-parsers.ts";
import { FORM_TYPE, multipart } from "../support/media-files.ts";

const MIB = 1024 * 1024;
const WEEK_MS = 7 * 86_400_000;

let stack: LocalStack;
let owner: Owner;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
  owner = await stack.owner();
});
afterAll(() => stack.close());

const upload = (content: Buffer, filename = "report.pdf", key = owner.key) =>
  stack.call("POST", "/api/v1/attachments", {
    token: key,
    type: FORM_TYPE,
    raw: multipart([{ name: "file", filename, type: "application/octet-stream", content }]),
  });
const uploaded = async (content: Buffer, filename?: string) =>
  String((await upload(content, filename)).body.attachment_id);

/** Reads the raw mail, byte by byte. */
async function rawMail(to: string): Promise<Buffer> {
  const [first] = await until(
    () => stack.mails(to),
    (found) => found.length > 0,
  );
  const response = await fetch(`${stack.file.mailbox_url}/api/messages/${first?.id}/raw`);
  return Buffer.from(await response.arrayBuffer());
}

async function received(fields: Fields) {
  const recipient = String(fields.recipient ?? anAddress());
  const id = await stack.accepted(owner.key, { recipient, ...fields });
  const raw = await rawMail(recipient);
  return { id, raw, mail: await MAIL_PARSERS["postal-mime"](raw) };
}

const refused = async (fields: Fields, key = owner.key) => {
  const { status, body } = await stack.send(key, fields);
  return { status, error: body.error };
};

describe("files of a request", () => {
  it("reach the mail byte by byte, under their names and types, beside the mail's own parts (D43, D44a)", async () => {
    const [pdf, logo, own] = [randomBytes(70_001), randomBytes(999), randomBytes(10)];
    const { mail, raw } = await received({
      ...{ body: '<p>Look: <img src="cid:logo"></p>', body_type: "html", text: "Look at it" },
      reply_to: ["Help@shop.example", "b@shop.example"],
      headers: { "X-Order-ID": "Größe 7", References: "<a@x.test> <b@x.test>", "List-Id": "<news.shop.example>" },
      attachments: [
        { filename: "Übersicht 漢字.pdf", content: pdf.toString("base64") },
        { filename: "logo.png", content: logo.toString("base64"), content_id: "logo", content_type: "image/png" },
        { filename: "a.x", content: own.toString("base64"), content_type: "application/x-own" },
      ],
    });
    const files = mail.files.map(({ content, ...file }) => ({ ...file, content: content.toString("base64") }));
    expect(files).toEqual([
      { filename: "logo.png", contentType: "image/png", contentId: "logo", content: logo.toString("base64") },
      expect.objectContaining({
        filename: "Übersicht 漢字.pdf",
        contentType: "application/pdf",
        content: pdf.toString("base64"),
      }),
      expect.objectContaining({ filename: "a.x", contentType: "application/x-own", content: own.toString("base64") }),
    ]);
    expect([mail.text.trim(), mail.replyTo]).toEqual(["Look at it", ["Help@shop.example", "b@shop.example"]]);
    expect(mail.headers).toEqual(
      expect.arrayContaining([
        ["x-order-id", "Größe 7"],
        ["references", "<a@x.test> <b@x.test>"],
        ["list-id", "<news.shop.example>"],
      ]),
    );
    expect(headersIn(raw.toString("latin1")).join("\n")).toContain("X-Order-ID: =?");
  });

  it("are the same when they are sent again, to those whose server was not ready (D21)", async () => {
    const content = randomBytes(5000);
    const [ready, late] = [anAddress(), `defer1+${randomUUID()}@shop.example`];
    const fields = {
      recipient: ready,
      cc: [late],
      attachments: [{ filename: "a.bin", content: content.toString("base64") }],
    };
    await stack.accepted(owner.key, fields);
    for (const address of [ready, late]) {
      const { files } = await MAIL_PARSERS.mailparser(await rawMail(address));
      expect(files.map((file) => file.content.toString("base64"))).toEqual([content.toString("base64")]);
    }
  });
});

describe("uploads", () => {
  it("are kept for seven days, and sent any number of times, with the upload's name and type or those of the send", async () => {
    const content = randomBytes(7 * MIB);
    const answer = await upload(content, "Übersicht.pdf");
    expect(answer.status).toBe(201);
    const { attachment_id: id, expires_at: expiresAt, ...view } = answer.body;
    expect(view).toEqual({ filename: "Übersicht.pdf", content_type: "application/pdf", size: content.length });
    expect(Math.abs(Date.parse(String(expiresAt)) - Date.now() - WEEK_MS)).toBeLessThan(60_000);
    const plain = await received({ attachments: [{ attachment_id: id }] });
    const named = await received({
      attachments: [{ attachment_id: id, filename: "b.txt", content_type: "text/plain" }],
    });
    for (const { mail } of [plain, named])
      expect(Buffer.compare(mail.files[0]?.content ?? Buffer.alloc(0), content)).toBe(0);
    expect(plain.mail.files).toMatchObject([{ filename: "Übersicht.pdf", contentType: "application/pdf" }]);
    expect(named.mail.files).toMatchObject([{ filename: "b.txt", contentType: "text/plain" }]);
  });

  it("of another owner, of nobody and of no kind are all not found", async () => {
    const id = await uploaded(randomBytes(10));
    const other = await stack.owner();
    const notFound = { status: 400, error: "attachment_id not found" };
    expect(await refused({ attachments: [{ attachment_id: id }] }, other.key)).toEqual(notFound);
    for (const unknown of [randomUUID(), "0198f0b2-6c1e-7000-8000-000000000001", "x", `../${id}`])
      expect(await refused({ attachments: [{ attachment_id: unknown }] })).toEqual(notFound);
    expect(await refused({ attachments: [{ attachment_id: id.toUpperCase() }] })).toMatchObject({ status: 202 });
  });

  it("need an API key, and count with the other requests of it", async () => {
    expect((await upload(Buffer.from("x"), "a", "hrld_live_unknown")).status).toBe(401);
    expect((await stack.call("GET", "/api/v1/attachments", { token: owner.key })).status).toBe(405);
  });
});

describe("the size of a message (D43)", () => {
  it("is at most 25 MiB as it is sent: 18 MiB of files go, 19 do not", async () => {
    const half = await uploaded(randomBytes(9 * MIB), "half.bin");
    const more = await uploaded(randomBytes(10 * MIB), "more.bin");
    const attached = (...ids: string[]) => ({ attachments: ids.map((id) => ({ attachment_id: id })) });
    expect(await refused(attached(half, more))).toEqual({
      status: 400,
      error: "the message would be larger than 25 MiB",
    });
    const { raw, mail } = await received(attached(half, half));
    expect(mail.files.map(({ content }) => content.length)).toEqual([9 * MIB, 9 * MIB]);
    expect(raw.length).toBeLessThan(25 * MIB);
  });
});

describe("an http_api account", () => {
  it("takes no attachments (D43)", async () => {
    const account = await stack.call("POST", "/api/v1/smtp-accounts", {
      token: owner.token,
      json: {
        ...{
          label: "API",
          provider: "http_api",
          from_address: "a@shop.example",
          endpoint: "https://api.shop.example/send",
        },
        ...{ auth_header_name: "authorization", api_key: "key", body_template: '{"to":{{json .To}}}' },
      },
    });
    expect(account.status).toBe(201);
    const fields = { smtp_account_id: account.body.id, attachments: [{ filename: "a", content: "aGk=" }] };
    expect(await refused(fields)).toEqual({
      status: 400,
      error: "attachments need a sending account with provider smtp",
    });
  });
});

describe("a mail at the panel", () => {
  const ask = (id: string, path: string) =>
    stack.call("GET", `/panel/api/notifications/${id}${path}`, { token: owner.token });

  it("is shown as it left, and its files can be downloaded in parts", async () => {
    const large = randomBytes(4 * MIB);
    const attachments = [
      { filename: "\u00dcbersicht.txt", content: Buffer.from("note").toString("base64") },
      { attachment_id: await uploaded(large, "large.bin") },
    ];
    const bcc = [anAddress("hidden")];
    const { id, raw } = await received({
      subject: "Gr\u00f6\u00dfe",
      body: "<b>Hi</b>",
      body_type: "html",
      bcc,
      attachments,
    });
    const { status, body } = await ask(id, "/message");
    expect([status, body.subject, body.html, body.text, body.bcc]).toEqual([
      200,
      "Gr\u00f6\u00dfe",
      "<b>Hi</b>",
      "Hi",
      bcc,
    ]);
    expect(body.attachments).toMatchObject([
      { filename: "\u00dcbersicht.txt", size: 4, kept: true },
      { filename: "large.bin", size: large.length, kept: true },
    ]);
    const headers = body.headers as { name: string; value: string }[];
    const messageId = headers.find(({ name }) => name === "Message-ID")?.value ?? "none";
    expect(raw.toString("latin1")).toContain(`Message-ID: ${messageId}`);
    expect([body.source_cut, String(body.source).length < 10_000]).toEqual([false, true]);
    expect(body.source).toContain(`[${large.length} bytes of the file, in base64]`);

    const small = await ask(id, "/attachments/0");
    expect(Buffer.from(String(small.body.content), "base64").toString()).toBe("note");
    const parts: Buffer[] = [];
    for (let from: unknown = 0; from !== undefined && parts.length < 9; ) {
      const part = await ask(id, `/attachments/1?from=${String(from)}`);
      parts.push(Buffer.from(String(part.body.content), "base64"));
      from = part.body.next;
    }
    expect(Buffer.concat(parts).equals(large)).toBe(true);
    expect((await ask(id, "/attachments/2")).status).toBe(404);
    expect((await ask(id, "/attachments/x")).status).toBe(400);
    const stranger = await stack.owner(null);
    for (const path of ["/message", "/attachments/0"])
      expect((await stack.call("GET", `/panel/api/notifications/${id}${path}`, { token: stranger.token })).status).toBe(
        404,
      );
  });
});
