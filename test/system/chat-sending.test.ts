import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { type Answer, call, type Fields, HASTY, LocalStack, until } from "../support/local-stack.ts";

const TEXT = { type: "text", text: { body: "Hi" } };
const IMAGE = "https://cdn.example/a.png";
const NOBODY = "00000000-0000-4000-8000-000000000000";
const JPEG = Buffer.from("ffd8ffe000104a46494600010100000100010000ffd9", "hex");

interface SimulatedMessage {
  readonly id: string;
  readonly message_id: string;
  readonly wamid: string;
  readonly message: Fields;
}

describe("sending chat notifications (G2)", () => {
  let stack: LocalStack;
  let one: ChatOwner;
  let two: ChatOwner;
  beforeAll(async () => {
    stack = await LocalStack.shared(HASTY);
    [one, two] = await Promise.all([chatOwner(stack), chatOwner(stack)]);
  });
  afterAll(() => stack.close());
  afterEach(async () => {
    await simulator("DELETE", "/api/faults");
    await simulator("PUT", "/api/behaviour", { auto_status: ["sent", "delivered", "read"] });
  });

  const simulator = (method: string, path: string, json?: unknown) =>
    call(method, `${stack.file.chat_simulator_url}${path}`, json === undefined ? {} : { json });
  const fault = (what: Fields, times = 1) =>
    simulator("POST", "/api/faults", { operation: "SendWhatsAppMessage", times, ...what });
  const sentTo = async (phone: string) =>
    (await simulator("GET", `/api/messages?to=${encodeURIComponent(phone)}`)).body.messages as SimulatedMessage[];
  const post = (
    recipient: string,
    chat: unknown,
    { key = one.key, headers = {}, ...more }: Fields & { key?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer> =>
    stack.call("POST", "/api/v1/notifications", {
      token: key,
      headers,
      json: { channel: "chat", recipient, chat, ...more },
    });
  const accepted = async (...args: Parameters<typeof post>): Promise<string> => {
    const answer = await post(...args);
    if (answer.status !== 202) throw new Error(`not accepted: ${answer.status} ${answer.text}`);
    return String(answer.body.id);
  };
  const read = (id: string, key = one.key) => stack.notification(key, id);
  const seen = (id: string, isSeen: (notification: Fields) => boolean) =>
    until(() => read(id), isSeen, { everyMs: 100 });
  /** Returns the number of a customer who has just written. */
  const met = async (owner = one): Promise<string> => {
    const phone = aCustomer();
    await owner.writes(phone);
    await owner.conversation(phone);
    return phone;
  };
  const template = async (definition: Fields = {}, owner: { token: string } = one): Promise<Fields> => {
    const json = {
      name: `t_${crypto.randomUUID().slice(0, 8)}`,
      language: "en_US",
      category: "UTILITY",
      body: { text: "Hi {{1}}, order {{2}}.", examples: ["Ana", "A-17"] },
      ...definition,
    };
    const created = await stack.call("POST", "/api/v1/chat-templates", { token: owner.token, json });
    if (created.status !== 201) throw new Error(`no template: ${created.status} ${created.text}`);
    return until(
      async () => (await stack.call("GET", `/api/v1/chat-templates/${created.body.id}`, { token: owner.token })).body,
      ({ can_send }) => can_send === true,
    );
  };
  const VALUES = { parameter_2: "A-17", parameter_1: "Ana" };

  describe("every type (C1, C3)", () => {
    it.each<[string, Fields, Fields]>([
      ["text", TEXT, { text: { body: "Hi", preview_url: false } }],
      [
        "text",
        { type: "text", text: { body: "https://a.example", preview_url: true } },
        { text: { body: "https://a.example", preview_url: true } },
      ],
      ["image", { type: "image", image: { link: IMAGE, caption: "c" } }, { image: { link: IMAGE, caption: "c" } }],
      ["video", { type: "video", video: { link: IMAGE } }, { video: { link: IMAGE } }],
      ["audio", { type: "audio", audio: { link: IMAGE, caption: "not shown" } }, { audio: { link: IMAGE } }],
      [
        "document",
        { type: "document", document: { link: IMAGE, filename: "a.pdf" } },
        { document: { link: IMAGE, filename: "a.pdf" } },
      ],
      [
        "location",
        { type: "location", location: { latitude: -12.5, longitude: 77, name: "HQ" } },
        { location: { latitude: -12.5, longitude: 77, name: "HQ" } },
      ],
    ])(
      "%s is submitted, and sent once the provider says so (S-submitted, S-event-sent, V-submitted, V-sent)",
      async (type, chat, payload) => {
        const phone = await met();
        const answer = await post(phone, chat);
        const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        const view = { id: expect.any(String), channel: "chat", max_attempts: 3, created_at: time, updated_at: time };
        expect([answer.status, answer.body]).toEqual([202, { ...view, status: "pending", attempts: 0 }]);
        const id = String(answer.body.id);
        expect(await stack.settled(one.key, id)).toEqual({ ...view, id, status: "sent", attempts: 1 });
        const [message, ...more] = await sentTo(phone);
        expect(more).toEqual([]);
        expect(message?.message).toMatchObject({ type, to: phone, biz_opaque_callback_data: id, ...payload });
      },
    );

    it("a reaction goes to the platform's id, whichever id the caller knows", async () => {
      const phone = await met();
      const conversation = await one.conversation(phone);
      const { body } = await stack.call("GET", `/api/v1/chat-conversations/${conversation.id}/messages`, {
        token: one.key,
      });
      const [theirs] = body.messages as Fields[];
      const ours = await accepted(phone, TEXT);
      await stack.settled(one.key, ours);
      const [sent] = await sentTo(phone);
      const reactTo = (message_id: unknown) =>
        accepted(phone, { type: "reaction", reaction: { message_id, emoji: "👍" } });
      await stack.allSettled(one.key, [await reactTo(theirs?.id), await reactTo(ours), await reactTo(sent?.wamid)]);
      const targets = (await sentTo(phone)).slice(1).map(({ message }) => (message.reaction as Fields).message_id);
      expect(targets).toHaveLength(3);
      expect(targets).toEqual(expect.arrayContaining([sent?.wamid, expect.stringMatching(/^wamid\./)]));
      expect(targets.filter((target) => target === sent?.wamid)).toHaveLength(2);
      expect(
        (await post(phone, { type: "reaction", reaction: { message_id: "wamid.unknown", emoji: "👍" } })).body,
      ).toMatchObject({ error: "chat.reaction.message_id not found" });
    });

    it("media by the id of an upload", async () => {
      const phone = await met();
      const { id } = await one.conversation(phone);
      const form = new FormData();
      form.set("media_type", "image");
      form.set("file", new Blob([JPEG], { type: "image/jpeg" }), "a.jpg");
      const upload = await fetch(`${stack.file.base_url}/api/v1/chat-conversations/${id}/media-upload`, {
        method: "POST",
        headers: { authorization: `Bearer ${one.key}` },
        body: form,
      });
      expect(upload.status).toBe(201);
      const { media_id } = (await upload.json()) as Fields;
      const chat = { type: "image", image: { id: media_id, caption: "c" } };
      await stack.settled(one.key, await accepted(phone, chat));
      const [message] = await sentTo(phone);
      expect(message?.message.image).toEqual({ id: expect.stringMatching(/^\d+$/), caption: "c" });
      expect((await post(await met(two), chat, { key: two.key })).body).toMatchObject({
        error: "chat.image.id not found",
      });
      expect((await post(phone, { type: "video", video: { id: media_id } })).body).toMatchObject({
        error: "chat.video.id is not the id of a file of type video",
      });
    });

    it("a template, also to a customer who never wrote, values in any order (P-chat-template-names, R-parameters)", async () => {
      const phone = aCustomer();
      const { id, name } = await template({
        header: { type: "text", text: "For {{1}}", example: "Ana" },
        buttons: [{ type: "dynamic_url", text: "Track", url: "https://a.example/{{1}}", example: "A-17" }],
      });
      const values = { button_1_parameter_1: "A-17", ...VALUES, header_parameter_1: "Ana" };
      await stack.settled(one.key, await accepted(phone, { template_id: id, values }));
      const texts = (...texts: string[]) => texts.map((text) => ({ type: "text", text }));
      expect((await sentTo(phone))[0]?.message.template).toEqual({
        ...{ name, language: { code: "en_US" } },
        components: [
          { type: "header", parameters: texts("Ana") },
          { type: "body", parameters: texts("Ana", "A-17") },
          { type: "button", sub_type: "url", index: "0", parameters: texts("A-17") },
        ],
      });
    });

    it("a one-time code, twice in the message; a template without variables, with and without values (T9)", async () => {
      const code = await template({
        category: "AUTHENTICATION",
        body: { text: "{{1}} is your code", examples: ["123456"] },
      });
      const plain = await template({ body: { text: "We are open." } });
      const phone = aCustomer();
      const ids = [
        await accepted(phone, { type: "template", template_id: code.id, values: { parameter_1: "654321" } }),
        await accepted(phone, { template_id: plain.id }),
        await accepted(phone, { template_id: plain.id, values: {} }),
      ];
      expect((await stack.allSettled(one.key, ids)).map(({ status }) => status)).toEqual(["sent", "sent", "sent"]);
      expect(JSON.stringify(await sentTo(phone)).match(/"654321"/g)).toHaveLength(2);
    });
  });

  describe("what can never be delivered", () => {
    it("is refused with the field and the rule, and nothing is sent", async () => {
      const phone = await met();
      const { id } = await template();
      const foreign = await template({}, two);
      const cases: [unknown, Fields, string][] = [
        [undefined, {}, "chat is required"],
        [TEXT, { recipient: "5551230001" }, "recipient must be a phone number in E.164 form, such as +15551230001"],
        [{ ...TEXT, text: { body: "Hi", lang: "en" } }, {}, 'unknown field "lang"'],
        [{ type: "text", text: { body: "x".repeat(4097) } }, {}, "chat.text.body must have at most 4096 characters"],
        [
          { type: "image", image: { link: "http://cdn.example/a.png" } },
          {},
          "chat.image.link must be a public https URL",
        ],
        [TEXT, { chat_account_id: NOBODY }, "chat_account_id not found"],
        [TEXT, { chat_account_id: two.chatAccountId }, "chat_account_id not found"],
        [{ template_id: NOBODY }, {}, "chat.template_id not found"],
        [{ template_id: foreign.id, values: VALUES }, {}, "chat.template_id not found"],
        [{ template_id: id }, {}, "chat.values.parameter_1 is required"],
        [{ template_id: id, values: { ...VALUES, parameter_2: "" } }, {}, "chat.values.parameter_2 must not be empty"],
        [
          { template_id: id, values: { ...VALUES, x: "y" } },
          {},
          'chat.values has a name that is not a parameter of the template: "x"',
        ],
      ];
      for (const [chat, more, error] of cases) {
        const answer = await post(phone, chat, more);
        expect([answer.status, answer.body]).toMatchObject([400, { error }]);
      }
      expect(await sentTo(phone)).toEqual([]);
    });

    it("is not helped by the fields of an email, which are known and not used (E8, C2)", async () => {
      const unused = {
        subject: "",
        body: "x",
        cc: ["nobody"],
        template_id: "none",
        smtp_account_id: "none",
        variables: {},
        from_name: "x",
      };
      const origin = { headers: { origin: "https://anywhere.example" } };
      expect((await post(await met(), TEXT, { ...unused, ...origin })).status).toBe(202);
    });
  });

  describe("the service window (C5, L-window, F-409)", () => {
    it("closed: 409 without a fallback or with a useless one, 400 with a malformed one, the template with a good one", async () => {
      const phone = aCustomer();
      const { id } = await template();
      const withFallback = (template_id: unknown, values: Fields = VALUES) => ({
        ...TEXT,
        fallback_template: { type: "template", template_id, values },
      });
      for (const chat of [TEXT, withFallback(NOBODY)]) {
        const answer = await post(phone, chat);
        expect([answer.status, answer.body]).toMatchObject([409, { error: "service window is closed" }]);
      }
      expect((await post(phone, withFallback(id, {}))).body).toMatchObject({
        error: "chat.fallback_template.values.parameter_1 is required",
      });
      await stack.settled(one.key, await accepted(phone, withFallback(id)));
      expect((await sentTo(phone)).map(({ message }) => message.type)).toEqual(["template"]);
      await one.writes(phone);
      await one.conversation(phone);
      await stack.settled(one.key, await accepted(phone, withFallback(NOBODY)));
      expect((await sentTo(phone)).map(({ message }) => message.type)).toEqual(["template", "text"]);
    });

    it("is closed for what was written long ago, and open for the other spelling of a number", async () => {
      const phone = aCustomer();
      await one.writes(phone, { ...TEXT, timestamp: Math.floor(Date.now() / 1000) - 25 * 3600 });
      await one.conversation(phone);
      expect((await post(phone, TEXT)).status).toBe(409);
      const subscriber = String(Math.floor(Math.random() * 10_000_000)).padStart(7, "0");
      const [wrote, dialled] = [`+5511987${subscriber.slice(1)}`, `+551187${subscriber.slice(1)}`];
      await one.writes(wrote);
      await one.conversation(wrote);
      await stack.settled(one.key, await accepted(dialled, TEXT));
      // The message goes to the number as the customer's own message spelled it.
      expect((await sentTo(wrote)).map(({ message }) => message.to)).toEqual([wrote]);
    });

    it("is the holder's on a shared account: others get 409, and may send templates (D28)", async () => {
      const { demo, other } = stack.file;
      const phone = aCustomer();
      expect((await simulator("POST", `/api/customers/${phone}/messages`, TEXT)).status).toBe(201);
      await until(
        () => post(phone, TEXT, { key: demo.api_key }),
        ({ status }) => status === 202,
      );
      const answer = await post(phone, TEXT, { key: other.api_key, chat_account_id: demo.chat_account_id });
      expect([answer.status, answer.body]).toMatchObject([409, { error: "conversation is owned by another tenant" }]);
      const { id } = await template({ chat_account_id: demo.chat_account_id }, { token: await stack.token("other") });
      const sent = await accepted(
        phone,
        { template_id: id, values: VALUES },
        { key: other.api_key, chat_account_id: demo.chat_account_id },
      );
      expect(await stack.settled(other.api_key, sent)).toMatchObject({ status: "sent" });
    });
  });

  it("moves no customer of a shared account when the provider refuses it, and moves them when it is taken (D28)", async () => {
    const { demo, other } = stack.file;
    const phone = aCustomer();
    const writes = async (body: string, timestamp = Math.floor(Date.now() / 1000)) => {
      const message = { type: "text", text: { body }, timestamp };
      expect((await simulator("POST", `/api/customers/${phone}/messages`, message)).status).toBe(201);
    };
    /** Returns the conversations as an owner reads them. */
    const readBy = async (token: string) => {
      const found = await stack.call("GET", `/api/v1/chat-conversations?q=${phone.slice(1)}`, { token });
      const [conversation] = found.body.conversations as Fields[];
      if (conversation === undefined) return [];
      const history = await stack.call("GET", `/api/v1/chat-conversations/${conversation.id}/messages`, { token });
      const inbound = (history.body.messages as Fields[]).filter(({ direction }) => direction === "inbound");
      return inbound.map(({ payload }) => (payload as Fields).body);
    };
    const has = (token: string, texts: string[]) =>
      until(
        () => readBy(token),
        (read) => JSON.stringify(read) === JSON.stringify(texts),
      );
    await writes("to demo", Math.floor(Date.now() / 1000) - 25 * 3600);
    await has(demo.api_key, ["to demo"]);

    const { id } = await template({ chat_account_id: demo.chat_account_id }, { token: await stack.token("other") });
    const more = { key: other.api_key, chat_account_id: demo.chat_account_id };
    await fault({ status: 400 });
    const refused = await accepted(phone, { template_id: id, values: VALUES }, more);
    expect(await stack.settled(other.api_key, refused)).toMatchObject({ status: "failed", attempts: 1 });
    await writes("a secret for demo", Math.floor(Date.now() / 1000) - 24 * 3600 - 60);
    await has(demo.api_key, ["a secret for demo", "to demo"]);
    expect(await readBy(other.api_key)).toEqual([]);

    const taken = await accepted(phone, { template_id: id, values: VALUES }, more);
    expect(await stack.settled(other.api_key, taken)).toMatchObject({ status: "sent" });
    await writes("to other");
    await has(other.api_key, ["to other"]);
    expect(await readBy(demo.api_key)).toEqual(["a secret for demo", "to demo"]);
    const answer = await post(phone, TEXT, { key: demo.api_key, chat_account_id: demo.chat_account_id });
    expect([answer.status, answer.body]).toMatchObject([409, { error: "conversation is owned by another tenant" }]);
  });

  describe("a provider that has problems", () => {
    it.each([429, 500, 502])("is asked again after a %i, and the message arrives once", async (status) => {
      const phone = await met();
      await fault({ status });
      const id = await accepted(phone, TEXT);
      await seen(id, ({ status, last_error }) => status === "pending" && last_error !== undefined);
      const { last_error, ...sent } = await stack.settled(one.key, id);
      expect([sent.status, sent.attempts, last_error]).toEqual(["sent", 2, undefined]);
      expect(await sentTo(phone)).toHaveLength(1);
    });

    it.each([400, 403, 404])("that refuses with a %i is not asked again", async (status) => {
      const phone = await met();
      await fault({ status });
      const failed = await stack.settled(one.key, await accepted(phone, TEXT));
      expect(failed).toMatchObject({
        status: "failed",
        attempts: 1,
        last_error: expect.stringMatching(/^the chat provider /),
      });
      expect(await sentTo(phone)).toEqual([]);
    });

    it("is asked three times in all", async () => {
      await fault({ status: 429 }, 3);
      const failed = await stack.settled(one.key, await accepted(await met(), TEXT));
      expect(failed).toMatchObject({
        status: "failed",
        attempts: 3,
        last_error: "the chat provider asks to slow down",
      });
    });

    it("and keeps its answer to itself is not sent the message again when its events tell of it (D23)", async () => {
      const phone = await met();
      await fault({ timeout_after_accept: true });
      const id = await accepted(phone, TEXT);
      const { status, attempts } = await stack.settled(one.key, id);
      expect([status, attempts]).toEqual(["sent", 1]);
      // The call ends after five seconds; only then could a retry be planned.
      const timeline = () => stack.call("GET", `/panel/api/notifications/${id}/timeline`, { token: one.token });
      const hasEnded = ({ body }: Answer) => (body.events as Fields[]).some(({ event }) => event === "attempted");
      await until(timeline, hasEnded, { everyMs: 200 });
      expect(await read(id)).toMatchObject({ status: "sent", attempts: 1 });
      expect(await sentTo(phone)).toHaveLength(1);
    });

    it("and keeps silent altogether is asked again after the retry delay", async () => {
      const phone = await met();
      await simulator("PUT", "/api/behaviour", { auto_status: [] });
      await fault({ timeout_after_accept: true });
      const id = await accepted(phone, TEXT);
      const waiting = await seen(id, ({ status }) => status === "pending" || status === "submitted");
      expect(waiting).toMatchObject({ status: "pending" });
      await seen(id, ({ status }) => status === "submitted");
      expect(await sentTo(phone)).toHaveLength(2);
    });

    it("may report a failure later, with its cause (S-event-failed, V-failed)", async () => {
      const phone = await met();
      await simulator("PUT", "/api/behaviour", { auto_status: [] });
      const id = await accepted(phone, TEXT);
      await seen(id, ({ status }) => status === "submitted");
      const [message] = await sentTo(phone);
      await simulator("POST", `/api/messages/${message?.id}/status`, { status: "failed", error_code: 131026 });
      expect(await stack.settled(one.key, id)).toMatchObject({
        status: "failed",
        attempts: 1,
        last_error: expect.stringContaining("131026"),
      });
      const timeline = await stack.call("GET", `/panel/api/notifications/${id}/timeline`, { token: one.token });
      expect((timeline.body.events as Fields[]).map(({ event, report }) => report ?? event)).toEqual([
        "accepted",
        "attempted",
        "failed",
      ]);
    });

    it("may have paused the template meanwhile", async () => {
      const { id, provider_template_id } = await template();
      await fault({ status: 429 });
      const notification = await accepted(aCustomer(), { template_id: id, values: VALUES });
      await simulator("POST", `/api/templates/${provider_template_id}/status`, { status: "PAUSED" });
      expect(await stack.settled(one.key, notification)).toMatchObject({
        ...{ status: "failed", last_error: "the template is not approved any more: PAUSED" },
      });
    });
  });

  it("creates one notification and one message under one idempotency key", async () => {
    const phone = await met();
    const headers = { "idempotency-key": crypto.randomUUID() };
    const [first, second] = [await post(phone, TEXT, { headers }), await post(phone, TEXT, { headers })];
    expect([first.status, second.status, second.body]).toEqual([202, 202, first.body]);
    expect(second.headers.get("idempotency-replayed")).toBe("true");
    await stack.settled(one.key, String(first.body.id));
    expect(await sentTo(phone)).toHaveLength(1);
    expect((await stack.call("GET", `/api/v1/notifications/${first.body.id}`, { token: two.key })).status).toBe(404);
  });

  it("writes neither contents nor numbers to the log", async () => {
    const phone = await met();
    await fault({ status: 400 });
    await stack.settled(one.key, await accepted(phone, { type: "text", text: { body: "an unmistakable secret" } }));
    expect(stack.output).toContain("notification.attempted");
    expect(stack.output).not.toContain("unmistakable");
    expect(stack.output).not.toContain(phone.slice(1));
  });
});
