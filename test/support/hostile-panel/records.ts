import { call, type Fields, type LocalStack, until } from "../local-stack.ts";
import { CUSTOMERS, ELSEWHERE, HOSTILE, MAIL, MARKUP, MESSAGES, SHORT, VARIABLES } from "./texts.ts";

/** Servers that belong to the owner and answer with markup. */
export interface HostileServers {
  readonly smtpPort: number;
  readonly receiverUrl: string;
}

export interface HostileRecords {
  readonly mails: readonly string[];
  readonly chats: readonly string[];
  readonly templates: readonly string[];
  readonly accounts: readonly string[];
  readonly chatTemplate: string;
  readonly webhook: string;
  readonly conversations: readonly string[];
}

const CHAT_ACCOUNT_FIELDS = [
  ...["label", "ownership_type", "cloud_region", "owners", "is_default", "business_account_id"],
  ...["origination_phone_number_id", "provider_business_account_id", "provider_phone_number_id"],
];

/** Fills the demo owner of the stack with hostile texts, wherever a caller, a customer or a provider can choose one. */
export class HostilePanelData {
  readonly #stack: LocalStack;
  readonly #token: string;

  constructor(stack: LocalStack, token: string) {
    this.#stack = stack;
    this.#token = token;
  }

  async fill({ smtpPort, receiverUrl }: HostileServers): Promise<HostileRecords> {
    const webhook = await this.#made("/api/v1/webhooks", {
      url: `${receiverUrl}?x=${encodeURIComponent(MARKUP)}`,
      description: HOSTILE.slice(0, 200),
    });
    const accounts = await this.#accounts(smtpPort, receiverUrl);
    const templates = await this.#templates();
    const chatTemplate = await this.#chatTemplate();
    await this.#made("/panel/api/api-keys", { name: MARKUP.slice(0, 100) });
    await this.#waiting();
    const conversations = await this.#conversations();
    const [conversation = ""] = conversations;
    await this.#made(`/panel/api/chat-conversations/${conversation}/notes`, { text: HOSTILE });
    await this.#made("/panel/api/canned-replies", { name: SHORT, text: `${HOSTILE}{{name}}` });
    for (const more of [{ reason: "bounce" }, { topic: "constructor" }])
      await this.#made("/api/v1/suppressions", { recipient: "=s'{{.x}}=`$/#{1}@example.test", ...more });
    await this.#nameChatAccount();
    const mails = await this.#mails(accounts, templates);
    const chats = await this.#chats(conversation);
    return { mails, chats, templates, accounts, chatTemplate, webhook, conversations };
  }

  /** Lets a mail wait for approval, by a key with a hostile name. */
  async #waiting(): Promise<void> {
    const name = MARKUP.slice(0, 100);
    const { key } = await this.#answer("POST", "/panel/api/api-keys", { name, approval: "required" });
    const mail = { recipient: "waits@example.test", subject: SHORT, body: MAIL, body_type: "html" };
    await this.#answer("POST", "/api/v1/notifications", mail, String(key));
  }

  async #answer(method: string, path: string, json: unknown, token = this.#token): Promise<Fields> {
    const answer = await this.#stack.call(method, path, { token, json });
    if (answer.status > 299) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.text === "" ? {} : answer.body;
  }

  async #made(path: string, json: unknown): Promise<string> {
    return String((await this.#answer("POST", path, json)).id);
  }

  async #accounts(port: number, receiverUrl: string): Promise<readonly string[]> {
    const label = MARKUP.slice(0, 100);
    const named = this.#stack.account({ label, from_name: SHORT, host: "127.0.0.1", port, encryption: "none" });
    const http = {
      ...{
        label: SHORT,
        provider: "http_api",
        from_address: "me@shop.example",
        from_name: SHORT,
        endpoint: receiverUrl,
      },
      ...{ auth_header_name: "Authorization", auth_value_template: "Key {{.APIKey}}", api_key: MARKUP },
      body_template: '{"to":{{.To | json}},"x":{{.Subject | json}}}',
    };
    return [
      await this.#made("/api/v1/smtp-accounts", named),
      await this.#made("/api/v1/smtp-accounts", http),
      await this.#made("/api/v1/smtp-accounts", this.#stack.account({ label: SHORT, from_name: SHORT })),
    ];
  }

  async #templates(): Promise<readonly string[]> {
    const texts = { name: MARKUP.slice(0, 100), subject: `${MARKUP} {{.x}}`, body_type: "html" };
    const html = await this.#made("/api/v1/templates", { ...texts, body: `${MAIL}{{.x}}{{.constructor}}` });
    const path = `/api/v1/templates/${html}`;
    await this.#answer("PUT", path, {
      ...texts,
      subject: `{{.x}}${HOSTILE}`,
      body: `${MAIL}${HOSTILE}{{.x}}{{.constructor}}`,
    });
    await this.#answer("PUT", `/panel/api/templates/${html}/samples`, { samples: VARIABLES });
    const text = { name: SHORT, subject: MARKUP, body: `${HOSTILE}{{.x}}`, body_type: "text" };
    return [html, await this.#made("/api/v1/templates", text)];
  }

  #chatTemplate(): Promise<string> {
    return this.#made("/api/v1/chat-templates", {
      ...{ name: "__proto__", language: "en", category: "UTILITY" },
      header: { type: "text", text: SHORT },
      body: { text: `${MARKUP} {{1}} end`, examples: [MARKUP] },
      footer: { text: SHORT },
      buttons: [
        {
          type: "dynamic_url",
          text: "<img src=x onerror=a>",
          url: "https://shop.example/{{1}}",
          example: MARKUP.slice(0, 50),
        },
      ],
    });
  }

  async #conversations(): Promise<readonly string[]> {
    const { chat_simulator_url: simulator } = this.#stack.file;
    for (const [at, [phone, profile_name]] of CUSTOMERS.entries())
      for (const message of at === 0 ? MESSAGES : MESSAGES.slice(0, 1)) {
        const raw = `${message.slice(0, -1)},"profile_name":${JSON.stringify(profile_name)}}`;
        const answer = await call("POST", `${simulator}/api/customers/${phone}/messages`, { raw });
        if (answer.status !== 201) throw new Error(`${raw}: ${answer.status} ${answer.text}`);
      }
    const ids: string[] = [];
    for (const [phone] of CUSTOMERS) ids.push(await this.#conversationOf(phone));
    return ids;
  }

  /** The customer's messages arrive through the queue, so the method waits for the conversation. */
  async #conversationOf(phone: string): Promise<string> {
    const path = `/api/v1/chat-conversations?q=${encodeURIComponent(phone)}`;
    const { body } = await until(
      () => this.#stack.call("GET", path, { token: this.#stack.file.demo.api_key }),
      (answer) => (answer.body.conversations as Fields[]).length > 0,
    );
    return String((body.conversations as Fields[])[0]?.id);
  }

  /** Sets the texts that an administrator chooses and the owner sees. */
  async #nameChatAccount(): Promise<void> {
    const token = await this.#stack.token("admin", { claims: { role: "admin" } });
    const path = `/admin/api/chat-accounts/${this.#stack.file.demo.chat_account_id}`;
    const { body } = await this.#stack.call("GET", path, { token });
    const fields = Object.entries(body).filter(([name]) => CHAT_ACCOUNT_FIELDS.includes(name));
    await this.#answer("PUT", path, { ...Object.fromEntries(fields), label: MARKUP.slice(0, 100) }, token);
  }

  async #mails([refused, provider, mailbox]: readonly string[], [html]: readonly string[]): Promise<readonly string[]> {
    const { api_key: key } = this.#stack.file.demo;
    const metadata = { [SHORT]: MARKUP.slice(0, 200), constructor: MARKUP.slice(0, 200) };
    const to = { recipient: "o'{{.x}}=`$/#{1}@example.test", metadata };
    const attachments = [
      { filename: `${SHORT}.html`, content: btoa(MARKUP), content_type: "text/html" },
      {
        filename: `${SHORT}.png`,
        content: "UE5H",
        content_type: `image/png; x="><img src=${ELSEWHERE}/ct>"`,
        content_id: "cid",
      },
    ];
    const sent = [
      { ...to, smtp_account_id: mailbox, subject: HOSTILE, body: MAIL, body_type: "html", text: HOSTILE, attachments },
      { ...to, smtp_account_id: mailbox, template_id: html, variables: VARIABLES },
      {
        ...to,
        recipient: "=r'{{.x}}=`$/#{1}@example.test",
        smtp_account_id: refused,
        subject: MARKUP,
        body: HOSTILE,
        reply_to: ["r@example.test"],
      },
      { ...to, smtp_account_id: provider, subject: SHORT, body: `${HOSTILE} javascript:alert(1) ${ELSEWHERE}/` },
    ];
    const ids: string[] = [];
    for (const one of sent) ids.push(await this.#stack.accepted(key, one));
    await this.#stack.allSettled(key, ids);
    return ids;
  }

  async #chats(conversation: string): Promise<readonly string[]> {
    const { api_key: key, chat_account_id } = this.#stack.file.demo;
    const to = { channel: "chat", recipient: CUSTOMERS[0]?.[0], chat_account_id };
    const path = `/api/v1/chat-conversations/${conversation}/reply`;
    const media = { message_type: "document", media_url: `https://cdn.example/x?${encodeURIComponent(MARKUP)}` };
    await this.#answer("POST", path, { ...media, filename: "a'b.html", caption: MARKUP }, key);
    const location = { latitude: 1, longitude: 2, name: MARKUP, address: MARKUP };
    return [
      await this.#stack.accepted(key, {
        ...to,
        subject: undefined,
        body: undefined,
        chat: { type: "text", text: { body: HOSTILE } },
      }),
      await this.#stack.accepted(key, {
        ...to,
        subject: undefined,
        body: undefined,
        chat: { type: "location", location },
      }),
    ];
  }
}
