import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, call, type Fields, HASTY, LocalStack, until } from "../support/local-stack.ts";
import { FILES, FORM_TYPE, grown, multipart, type Part } from "../support/media-files.ts";

const MIB = 1024 * 1024;
let stack: LocalStack;
beforeAll(async () => {
  stack = await LocalStack.shared(HASTY);
});
afterAll(() => stack.close());

let customers = 0;
const nextPhone = () => {
  customers += 1;
  return `+1555444${String(customers).padStart(4, "0")}`;
};
const key = () => stack.file.demo.api_key;
const simulator = (method: string, path: string, json?: unknown) =>
  call(method, `${stack.file.chat_simulator_url}${path}`, { json });

async function write(phone: string, message: Fields): Promise<void> {
  const answer = await simulator("POST", `/api/customers/${encodeURIComponent(phone)}/messages`, message);
  if (answer.status !== 201) throw new Error(`the customer could not write: ${answer.text}`);
}

const picture = (changes: Fields = {}): Fields => ({
  type: "image",
  image: { caption: "look" },
  content_base64: FILES.jpeg.toString("base64"),
  content_type: "image/jpeg",
  ...changes,
});

/** Returns the customer's conversation once it has their messages, newest message first. */
async function conversationOf(phone: string, messages = 1): Promise<{ id: string; messages: Fields[] }> {
  const list = () => stack.call("GET", `/api/v1/chat-conversations?q=${phone.slice(1)}`, { token: key() });
  const { body } = await until(list, (found) => (found.body.conversations as Fields[]).length === 1);
  const id = String((body.conversations as Fields[])[0]?.id);
  const history = () => stack.call("GET", `/api/v1/chat-conversations/${id}/messages`, { token: key() });
  const found = await until(history, (answer) => (answer.body.messages as Fields[]).length >= messages);
  return { id, messages: found.body.messages as Fields[] };
}

async function received(message: Fields): Promise<{ id: string; messageId: string; path: string }> {
  const phone = nextPhone();
  await write(phone, message);
  const { id, messages } = await conversationOf(phone);
  const messageId = String(messages[0]?.id);
  return { id, messageId, path: `/api/v1/chat-conversations/${id}/messages/${messageId}/media` };
}

const ask = (path: string, token = key()) => stack.call("GET", path, { token });
const arrived = (path: string) =>
  until(
    () => ask(path),
    ({ status }) => status !== 503,
    { withinMs: 90_000 },
  );

async function stateOf({ id, messageId }: { id: string; messageId: string }): Promise<unknown> {
  const { body } = await stack.call("GET", `/api/v1/chat-conversations/${id}/messages`, { token: key() });
  const message = (body.messages as Fields[]).find((one) => one.id === messageId);
  return (message?.payload as Fields | undefined)?.media_status;
}

const upload = (conversationId: string, parts: readonly Part[], token = key()): Promise<Answer> =>
  stack.call("POST", `/api/v1/chat-conversations/${conversationId}/media-upload`, {
    token,
    raw: multipart(parts),
    type: FORM_TYPE,
  });
const aFile = (content: Buffer, filename: string, type: string): Part => ({ name: "file", filename, type, content });
const kind = (content: string): Part => ({ name: "media_type", content });

describe("a customer's media", () => {
  it.each([
    ["a picture", picture(), FILES.jpeg, { content_type: "image/jpeg", filename: "image.jpg" }],
    [
      "a document with a name that would leave its folder",
      {
        type: "document",
        document: { filename: "../../etc/pass\u202ewd.pdf" },
        content_base64: FILES.pdf.toString("base64"),
        content_type: "application/pdf",
        filename: "../../etc/pass\u202ewd.pdf",
      },
      FILES.pdf,
      { content_type: "application/pdf", filename: "passwd.pdf" },
    ],
  ])("is copied on demand: %s (P-get-media, D36, R-media)", async (_, message, content, view) => {
    const where = await received(message);
    expect(await stateOf(where)).toBe("pending");
    const first = await ask(where.path);
    expect([first.status, first.headers.get("retry-after"), first.body]).toMatchObject([
      503,
      "2",
      { error: "media is being retrieved" },
    ]);
    const found = await arrived(where.path);
    expect(found.status).toBe(200);
    expect(found.body).toEqual({ ...view, url: expect.any(String), expires_at: expect.any(String) });
    expect(Date.parse(String(found.body.expires_at))).toBeGreaterThan(Date.now());
    expect(await stateOf(where)).toBe("available");
    const file = await fetch(String(found.body.url));
    expect(file.headers.get("content-disposition")).toContain(`attachment; filename="${view.filename}"`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(content);
    const tampered = String(found.body.url).replace(/Expires=\d+/, "Expires=9999999999");
    expect((await fetch(tampered)).status).toBe(403);
    const { pathname } = new URL(String(found.body.url));
    expect(pathname).toMatch(
      new RegExp(`^/media/inbound/${stack.file.demo.chat_account_id}/${where.id}/${where.messageId}/[A-Za-z0-9]+\\.`),
    );
  });

  it("is not there until it has been copied, however many ask at once (F-503, S-media)", async () => {
    const where = await received(picture());
    // Every try of the first copy fails, because the copy would otherwise exist before the last request.
    await simulator("POST", "/api/faults", { operation: "GetWhatsAppMessageMedia", status: 500, times: 3 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(where.path)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    expect((await arrived(where.path)).status).toBe(200);
    expect(await stateOf(where)).toBe("available");
  });

  it("comes after an outage of the provider", async () => {
    const where = await received(picture());
    await simulator("POST", "/api/faults", { operation: "GetWhatsAppMessageMedia", status: 500, times: 3 });
    expect((await ask(where.path)).status).toBe(503);
    expect((await arrived(where.path)).status).toBe(200);
    await simulator("DELETE", "/api/faults");
  });

  it("is unavailable when the provider stays down", async () => {
    const where = await received(picture());
    await simulator("POST", "/api/faults", { operation: "GetWhatsAppMessageMedia", status: 500, times: 100 });
    const end = await arrived(where.path);
    await simulator("DELETE", "/api/faults");
    expect([end.status, end.body]).toMatchObject([404, { error: "media unavailable" }]);
    expect(await stateOf(where)).toBe("failed");
    expect((await ask(where.path)).status).toBe(404);
  });

  it("is expired a week after its message", async () => {
    const phone = nextPhone();
    const weekAgo = Math.floor(Date.now() / 1000) - 7 * 86_400 - 60;
    await write(phone, picture({ timestamp: weekAgo }));
    await write(phone, { type: "text", text: { body: "Did you see it?" } });
    const { id, messages } = await conversationOf(phone, 2);
    const old = messages.find((one) => one.message_type === "image");
    const where = { id, messageId: String(old?.id) };
    const answer = await ask(`/api/v1/chat-conversations/${id}/messages/${where.messageId}/media`);
    expect([answer.status, answer.body]).toMatchObject([404, { error: "media expired" }]);
    expect(await stateOf(where)).toBe("expired");
  });

  it("is nobody else's, and no text's", async () => {
    const text = await received({ type: "text", text: { body: "Hi" } });
    expect((await ask(text.path)).status).toBe(404);
    const where = await received(picture());
    expect((await ask(where.path, stack.file.other.api_key)).status).toBe(404);
    expect((await ask(where.path, "nobody")).status).toBe(401);
    expect((await ask(where.path.replace(where.messageId, randomUUID()))).status).toBe(404);
    expect((await ask(where.path.replace(where.messageId, "7"))).body).toMatchObject({
      error: "messageID must be a UUID",
    });
  });
});

describe("media for a customer", () => {
  it("is uploaded, sent by its id, and looked at in the history (P-upload-media, D35)", async () => {
    const phone = nextPhone();
    await write(phone, { type: "text", text: { body: "Send me the menu" } });
    const { id } = await conversationOf(phone);
    const menu = grown(FILES.pdf, 6 * MIB);
    const uploaded = await upload(id, [aFile(menu, "menu.pdf", "application/pdf"), kind("document")]);
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toEqual({
      media_id: expect.any(String),
      media_type: "document",
      content_type: "application/pdf",
      filename: "menu.pdf",
      size: 6 * MIB,
    });
    const reply = await stack.call("POST", `/api/v1/chat-conversations/${id}/reply`, {
      token: key(),
      json: { message_type: "document", media_id: uploaded.body.media_id },
    });
    expect(reply.status).toBe(202);
    const sent = await until(
      () => simulator("GET", `/api/messages?to=${encodeURIComponent(phone)}`),
      (answer) => (answer.body.messages as Fields[]).length === 1,
    );
    const [message] = sent.body.messages as Fields[];
    expect(message?.message).toMatchObject({ document: { id: expect.any(String) } });
    const path = `/api/v1/chat-conversations/${id}/messages/${reply.body.notification_id}/media`;
    const found = await ask(path);
    expect([found.status, found.body.filename]).toEqual([200, "menu.pdf"]);
    const file = await fetch(String(found.body.url), { headers: { range: "bytes=0-4" } });
    expect([file.status, await file.text()]).toEqual([206, "%PDF-"]);
  });

  it("is refused over 20 MB, of the wrong kind, and for another owner's conversation (L-upload)", async () => {
    const phone = nextPhone();
    await write(phone, { type: "text", text: { body: "Hi" } });
    const { id } = await conversationOf(phone);
    const large = await upload(id, [
      kind("document"),
      aFile(grown(FILES.pdf, 20 * MIB + 1), "a.pdf", "application/pdf"),
    ]);
    expect([large.status, large.body]).toMatchObject([
      400,
      { error: "file is too large: an upload may have at most 20 MB" },
    ]);
    const lying = await upload(id, [kind("image"), aFile(FILES.exe, "photo.jpg", "image/jpeg")]);
    expect(lying.status).toBe(400);
    const foreign = await upload(
      id,
      [kind("image"), aFile(FILES.jpeg, "a.jpg", "image/jpeg")],
      stack.file.other.api_key,
    );
    expect([foreign.status, foreign.body]).toMatchObject([404, { error: "not found", code: "not_found" }]);
  });

  it("is not uploaded while the provider is down", async () => {
    const phone = nextPhone();
    await write(phone, { type: "text", text: { body: "Hi" } });
    const { id } = await conversationOf(phone);
    await simulator("POST", "/api/faults", { operation: "PostWhatsAppMessageMedia", status: 500, times: 10 });
    const answer = await upload(id, [kind("image"), aFile(FILES.jpeg, "a.jpg", "image/jpeg")]);
    await simulator("DELETE", "/api/faults");
    expect([answer.status, answer.body]).toMatchObject([502, { error: "the chat provider is unavailable" }]);
    expect((await upload(id, [kind("image"), aFile(FILES.jpeg, "a.jpg", "image/jpeg")])).status).toBe(201);
  });

  it("for a template's header gets a handle (D33a, T5)", async () => {
    const { token } = await stack.owner();
    const post = (parts: readonly Part[], as: string) =>
      stack.call("POST", "/panel/api/chat-template-media", { token: as, raw: multipart(parts), type: FORM_TYPE });
    const parts = [aFile(FILES.png, "head.png", "image/png")];
    const stranger = await post(parts, token);
    expect(stranger.status).toBe(400);
    const demo = await call("POST", `${stack.file.auth_url}/dev/token`, { json: { sub: "demo" } });
    const answer = await post(parts, String(demo.body.access_token));
    expect([answer.status, answer.body]).toEqual([201, { media_handle: expect.stringMatching(/^4::/) }]);
    expect((await post(parts, key())).status).toBe(401);
  });
});
