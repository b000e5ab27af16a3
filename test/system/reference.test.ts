import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../shared/edge/contract/route.ts";
import { routes } from "../../shared/routes.ts";
import { type Answer, anAddress, call, type Fields, headersIn, LocalStack, until } from "../support/local-stack.ts";
import { FILES } from "../support/media-files.ts";
import { WebhookReceiver } from "../support/webhook-receiver.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly format?: string;
  readonly examples?: readonly unknown[];
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { name: string; in: string; schema: Schema }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }>>;
  };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Only the topic service can sign a call of this operation. */
const NOT_FOR_CALLERS = ["receiveChatEvent", "receiveEmailEvent"];
/** The examples write to this customer. */
const CUSTOMER = "+15551230001";
const LATER_MS = 3_600_000;
const PICTURE = { type: "image", image: {}, content_base64: FILES.png.toString("base64"), content_type: "image/png" };

/** Returns the rank of an operation: records are created first, then used, and deleted last. */
const rankOf = ({ method, path }: Route): number =>
  method === "DELETE" ? 3 : method === "PUT" ? 2 : path.includes("{") ? 1 : 0;

const nextOf = (all: string[] = []): string | undefined => (all.length > 1 ? all.shift() : all[0]);

describe("every example of the reference", () => {
  let stack: LocalStack;
  let receiver: WebhookReceiver;
  let paths: Paths;
  let tokens: Record<"key" | "testKey" | "person" | "administrator", string>;
  /** The `{id}` of the examples stands for these records, by the name of their collection. */
  const ids: Record<string, string> = {};
  /** Maps the ids of operations that change a notification to the notifications that wait for them. Each example takes one, and the last one stays. */
  const waiting: Record<string, string[]> = {};
  /** The paths of these operations name more than one record. */
  const addresses: Record<string, string> = {};

  beforeAll(async () => {
    [stack, receiver] = await Promise.all([
      LocalStack.start({ HERALD_CHAT_REVIEW_SECONDS: "0" }),
      WebhookReceiver.start(),
    ]);
    paths = (await stack.call("GET", "/openapi.json")).body.paths as Paths;
    const lent = (await stack.call("GET", "/docs/credentials.json")).body;
    const administrator = await stack.token("admin", { claims: { role: "admin" } });
    const person = String(lent.access_token);
    const testKey = String((await stack.apiKey(person, { mode: "test" })).key);
    tokens = { key: String(lent.api_key), testKey, person, administrator };
    await aWorld();
  });
  afterAll(async () => {
    await stack.close();
    await receiver.close();
  });

  /** Creates the demo's own account, a template, a customer who has written, and a webhook whose receiver answers. */
  async function aWorld(): Promise<void> {
    ids["smtp-accounts"] = stack.file.demo.smtp_account_id;
    ids["sending-accounts"] = stack.file.demo.smtp_account_id;
    const webhook = await stack.call("POST", "/api/v1/webhooks", { token: tokens.person, json: { url: receiver.url } });
    ids.webhooks = String(webhook.body.id);
    const template = { name: "Order", subject: "S", body: "{{range .items}}{{.name}}{{end}}", alias: "order-ready" };
    await stack.call("POST", "/api/v1/templates", { token: tokens.person, json: template });
    const simulator = stack.file.chat_simulator_url;
    for (const json of [PICTURE, { type: "text", text: { body: "Hi" } }])
      await call("POST", `${simulator}/api/customers/${encodeURIComponent(CUSTOMER)}/messages`, { json });
    const history = async () => {
      const { conversations } = (await stack.call("GET", "/api/v1/chat-conversations", { token: tokens.key })).body;
      const [conversation] = conversations as Fields[];
      ids["chat-conversations"] = String(conversation?.id);
      const address = `/api/v1/chat-conversations/${ids["chat-conversations"]}/messages`;
      return ((await stack.call("GET", address, { token: tokens.key })).body.messages ?? []) as Fields[];
    };
    const messages = await until(history, ({ length }) => length === 2);
    ids.messages = String(messages.find(({ message_type }) => message_type === "image")?.id);
    await until(
      async () => receiver.received,
      ({ length }) => length > 0,
    );
    ids.deliveries = String(receiver.received[0]?.headers["webhook-id"]);
    ids.events = ids.deliveries;
    for (const operation of ["cancelNotification", "cancelPanelNotification", "rescheduleNotification"])
      waiting[operation] = [await aLaterMail()];
    waiting.retryPanelNotification = [await aDeferredMail()];
    waiting.resendPanelNotification = [await aRefusedMail()];
    const { key } = await stack.apiKey(tokens.person, { name: "Assistant", approval: "required" });
    const anUndecidedMail = () => stack.accepted(String(key));
    waiting.approveNotification = [await anUndecidedMail(), await anUndecidedMail()];
    waiting.declineNotification = [await anUndecidedMail()];
    const link = await aLink();
    for (const operation of ["getUnsubscribePage", "checkUnsubscribePage", "unsubscribe"]) addresses[operation] = link;
    addresses.getPanelAttachment = `/panel/api/notifications/${await aMailWithAFile()}/attachments/0`;
    const sandbox = `sandbox/messages/${await aMailOfTestMode()}`;
    for (const [prefix, end] of [
      ["", ""],
      ["", "Source"],
      ["Panel", ""],
      ["Panel", "Source"],
    ] as const)
      addresses[`get${prefix}SandboxMessage${end}`] =
        `${prefix === "" ? "/api/v1" : "/panel/api"}/${sandbox}${end === "" ? "" : "/raw"}`;
    await until(
      async () => mediaOf(),
      ({ status }) => status !== 503,
    );
  }

  const aLaterMail = () => stack.accepted(tokens.key, { send_at: new Date(Date.now() + LATER_MS).toISOString() });

  /** Sends a mail whose second attempt is half a minute away. */
  async function aDeferredMail(): Promise<string> {
    const id = await stack.accepted(tokens.key, { recipient: anAddress("defer5") });
    await until(
      () => stack.notification(tokens.key, id),
      ({ status, attempts }) => status === "pending" && attempts === 1,
    );
    return id;
  }

  async function aRefusedMail(): Promise<string> {
    const id = await stack.accepted(tokens.key, { recipient: anAddress("reject") });
    await stack.settled(tokens.key, id);
    return id;
  }

  /** Returns the path of a mail's link to unsubscribe. */
  async function aLink(): Promise<string> {
    const recipient = anAddress();
    await stack.accepted(tokens.key, { recipient, unsubscribe: { topic: "news" } });
    const { raw } = await stack.mail(recipient);
    return /<http:\/\/[^/]+(\/u\/[^>]+)>/.exec(headersIn(raw).join("\n"))?.[1] ?? "";
  }

  const aMailWithAFile = (): Promise<string> => {
    const file = { filename: "a.png", content: FILES.png.toString("base64") };
    return stack.accepted(tokens.key, { attachments: [file] });
  };

  async function aMailOfTestMode(): Promise<string> {
    await stack.accepted(tokens.testKey);
    const list = () => stack.call("GET", "/api/v1/sandbox/messages", { token: tokens.testKey });
    const { body } = await until(list, (answer) => (answer.body.messages as Fields[]).length > 0);
    return String((body.messages as Fields[])[0]?.id);
  }

  const mediaOf = (): Promise<Answer> =>
    stack.call("GET", `/api/v1/chat-conversations/${ids["chat-conversations"]}/messages/${ids.messages}/media`, {
      token: tokens.key,
    });

  const operationOf = ({ path, method }: Route) => paths[path]?.[method.toLowerCase()] as Operation;

  function addressOf(route: Route): string {
    const { parameters = [] } = operationOf(route);
    const exampleOf = (name: string) => parameters.find((one) => one.name === name)?.schema.examples?.[0];
    const query = parameters.filter((one) => one.in === "query" && one.schema.examples !== undefined);
    const filled =
      addresses[route.operationId] ??
      route.path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
        const collection = route.path.slice(0, at).split("/").at(-2) ?? "";
        return nextOf(waiting[route.operationId]) ?? ids[collection] ?? String(exampleOf(name));
      });
    const search = new URLSearchParams(query.map(({ name }): [string, string] => [name, String(exampleOf(name))]));
    return query.length === 0 ? filled : `${filled}?${search}`;
  }

  const tokenFor = ({ auth, path }: Route): string | undefined => {
    if (auth.length === 0) return undefined;
    if (path.startsWith("/api/v1/sandbox/")) return tokens.testKey;
    if (auth.includes("api-key")) return tokens.key;
    return path.startsWith("/admin/") ? tokens.administrator : tokens.person;
  };

  function formOf({ properties = {} }: Schema): FormData {
    const form = new FormData();
    for (const [name, { format, examples = [] }] of Object.entries(properties)) {
      if (format === "binary") form.set(name, new Blob([new Uint8Array(FILES.png)], { type: "image/png" }), "a.png");
      else form.set(name, name === "chat_account_id" ? stack.file.demo.chat_account_id : String(examples[0]));
    }
    return form;
  }

  /** Sends each of the operation's examples, or a request without a body, and returns the responses. */
  async function answersTo(route: Route): Promise<Answer[]> {
    const { requestBody } = operationOf(route);
    const token = tokenFor(route);
    const form = requestBody?.content["multipart/form-data"];
    if (form) {
      const whole = new Response(formOf(form.schema));
      const raw = new Uint8Array(await whole.arrayBuffer());
      return [
        await stack.call(route.method, addressOf(route), { token, raw, type: whole.headers.get("content-type") }),
      ];
    }
    const bodies = Object.values(requestBody?.content["application/json"]?.examples ?? {}).map(({ value }) => value);
    const answers: Answer[] = [];
    for (const json of bodies.length > 0 ? bodies : [undefined])
      answers.push(await stack.call(route.method, addressOf(route), { token, json }));
    return answers;
  }

  const callable = routes.filter(({ operationId }) => !NOT_FOR_CALLERS.includes(operationId));
  for (const route of callable.toSorted((a, b) => rankOf(a) - rankOf(b)))
    it(`of ${route.operationId} is accepted`, async () => {
      if (route.operationId.startsWith("resend")) await stack.settled(tokens.key, ids.notifications ?? "");
      const answers = await answersTo(route);
      expect(answers.map(({ status, text }) => (status < 300 ? status : text))).toEqual(
        answers.map(() => route.success.status),
      );
      const collection = route.path.split("/").at(-1) ?? "";
      const isMaker = route.method === "POST" && (rankOf(route) === 0 || collection === "notes");
      const made = isMaker ? answers[0]?.body.id : undefined;
      if (made !== undefined) ids[collection] ??= String(made);
    });
});
