import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Route } from "../../shared/edge/contract/route.ts";
import { routes } from "../../shared/routes.ts";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { breachIn, type Received, reproduction } from "../support/contract-fuzz/answer-check.ts";
import { type FuzzRequest, type FuzzWorld, type Operation, requestsTo } from "../support/contract-fuzz/requests.ts";
import type { JsonSchema } from "../support/contract-fuzz/schema-arbitrary.ts";
import { NASTY, sweep } from "../support/contract-fuzz/sweep.ts";
import { type Fields, LocalStack } from "../support/local-stack.ts";
import { FILES } from "../support/media-files.ts";

/** `npm run test:fuzz` makes more requests of both kinds. The same seed makes the same requests, except for ids. */
const DEFAULT_RUNS = 10;
const RUNS = Number(process.env.FUZZ_RUNS ?? DEFAULT_RUNS);
/** A short run tries only these nasty values. */
const NASTIEST = NASTY.slice(0, 2);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REPORT = process.env.FUZZ_REPORT;
const PARALLEL = 4;
/** This many writes of one record are concurrent. */
const AT_ONCE = 10;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_MS = 60_000 + RUNS * 1000;

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Record<string, JsonSchema>; readonly responses: Operation["responses"] };
}

describe("every operation of /openapi.json", () => {
  let stack: LocalStack;
  let document: Document;
  let world: FuzzWorld;
  let names: Record<string, string>;
  const report: Record<string, Record<string, number>> = {};

  beforeAll(async () => {
    stack = await LocalStack.shared();
    document = (await stack.call("GET", "/openapi.json")).body as unknown as Document;
    const owner = await chatOwner(stack);
    world = await aWorld(stack, owner, document);
    const { apiKey, testKey, accessToken, administrator } = world.credentials;
    names = {
      [apiKey]: "$API_KEY",
      [testKey]: "$TEST_KEY",
      [accessToken]: "$TOKEN",
      [administrator]: "$ADMIN_TOKEN",
    };
  });
  afterAll(async () => {
    await stack.close();
    if (REPORT) writeFileSync(REPORT, `${JSON.stringify(report, null, 2)}\n`);
  });

  const ask = async ({ method, path, headers, content }: FuzzRequest): Promise<Received> => {
    const body = content === undefined || method === "GET" ? {} : { body: new Uint8Array(Buffer.from(content)) };
    const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
    const response = await fetch(`${stack.file.base_url}${path}`, {
      method,
      headers,
      signal,
      redirect: "manual",
      ...body,
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  const tryAll = async (route: Route, requests: readonly FuzzRequest[], parallel = PARALLEL): Promise<string[]> => {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()] as Operation;
    const findings: string[] = [];
    const tryOne = async (request: FuzzRequest) => {
      const answer = await ask(request);
      const counts = report[route.operationId] ?? {};
      report[route.operationId] = { ...counts, [answer.status]: (counts[answer.status] ?? 0) + 1 };
      const breach = breachIn(answer, operation, document.components);
      if (breach !== undefined) findings.push(`${breach}\n${reproduction(request, names)}`);
    };
    for (let at = 0; at < requests.length; at += parallel)
      await Promise.all(requests.slice(at, at + parallel).map(tryOne));
    return findings;
  };

  for (const route of routes)
    it(`${route.method} ${route.path} answers nothing but what the document says`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const { path, method } = route;
      const operation = document.paths[path]?.[method.toLowerCase()] as Operation;
      const requests = requestsTo(method.toLowerCase(), path, operation, world);
      expect(await tryAll(route, fc.sample(requests, { numRuns: RUNS, seed: SEED }))).toEqual([]);
    });

  for (const route of routes.filter(({ method }) => method !== "GET"))
    it(`${route.method} ${route.path} answers the same request ten times at once`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const { path, method } = route;
      const operation = document.paths[path]?.[method.toLowerCase()] as Operation;
      const requests = requestsTo(method.toLowerCase(), path, operation, world);
      const numRuns = Math.ceil(RUNS / DEFAULT_RUNS);
      for (const request of fc.sample(requests, { numRuns, seed: SEED + 1 }))
        expect(await tryAll(route, new Array(AT_ONCE).fill(request), AT_ONCE)).toEqual([]);
    });

  for (const route of routes.filter(({ body }) => body !== undefined))
    it(`${route.method} ${route.path} withstands every nasty value in every field`, {
      timeout: TIMEOUT_MS,
    }, async () => {
      const values = RUNS > DEFAULT_RUNS ? NASTY : NASTIEST;
      const swept = sweep(world.examples[route.operationId] ?? [], values);
      // A body without fields is nasty as a whole, and with a field that nobody knows.
      const bodies = swept.length > 0 ? swept : values.flatMap((value) => [value, { field: value }]);
      expect(bodies.length).toBeGreaterThan(0);
      const fate = route.method === "PUT" ? "changed" : "kept";
      const path = route.path.replace(
        /\{\w+\}/g,
        (_, at: number) => world.idsAt(route.path.slice(0, at), fate)[0] ?? "",
      );
      const { apiKey, testKey, accessToken, administrator } = world.credentials;
      const key = path.startsWith("/api/v1/sandbox/") ? testKey : apiKey;
      const token = route.path.startsWith("/admin/") ? administrator : accessToken;
      const headers = {
        authorization: `Bearer ${route.auth.includes("api-key") ? key : token}`,
        "content-type": "application/json",
      };
      const requests = bodies.map((body) => ({ method: route.method, path, headers, content: JSON.stringify(body) }));
      expect(await tryAll(route, requests)).toEqual([]);
    });
});

/** Makes three records of each kind that the paths name. The second one may be replaced and deleted. */
async function aWorld(stack: LocalStack, owner: ChatOwner, { components }: Document): Promise<FuzzWorld> {
  const administrator = await stack.token("admin", { claims: { role: "admin" } });
  const made = async (path: string, json: unknown, token = owner.token): Promise<string> => {
    const answer = await stack.call("POST", path, { token, json });
    if (answer.status > 299) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return String(answer.body.id);
  };
  const thrice = async (make: () => Promise<string>) => [await make(), await make(), await make()] as const;
  const account = () => made("/api/v1/smtp-accounts", stack.account());
  const template = () => made("/api/v1/templates", { name: "n", subject: "Hi {{.name}}", body: "b" });
  const chatTemplate = () => {
    const name = `t_${crypto.randomUUID().replaceAll("-", "")}`;
    return made("/api/v1/chat-templates", { name, language: "en", category: "UTILITY", body: { text: "Ready." } });
  };
  const phone = aCustomer();
  const picture = { type: "image", image: {}, content_base64: FILES.png.toString("base64"), content_type: "image/png" };
  await owner.writes(phone, picture);
  const conversation = String((await owner.conversation(phone)).id);
  const history = await stack.call("GET", `/api/v1/chat-conversations/${conversation}/messages`, { token: owner.key });
  const [message] = history.body.messages as Fields[];
  const accounts = await thrice(account);
  const templates = await thrice(template);
  const chatTemplates = await thrice(chatTemplate);
  // The test may move this notification, cancel it, and then send it again.
  const send_at = new Date(Date.now() + 80 * 86_400_000).toISOString();
  const notification = await stack.accepted(owner.key, { send_at });
  const webhookBody = {
    url: "http://127.0.0.1:1/",
    event_types: ["notification.sent"],
    description: "d",
    enabled: true,
  };
  const webhooks = await thrice(() => made("/api/v1/webhooks", webhookBody));
  const keys = await thrice(async () => String((await stack.apiKey(owner.token)).id));
  const notes = await thrice(() => made(`/panel/api/chat-conversations/${conversation}/notes`, { text: "Note" }));
  const canned = await thrice(() =>
    made("/panel/api/canned-replies", { name: crypto.randomUUID(), text: "From 9 to 17." }),
  );
  const approving = await stack.apiKey(owner.token, { approval: "required" });
  const spare = await chatOwner(stack);
  const changed = await chatOwner(stack);
  const ids: Readonly<Record<string, readonly string[]>> = {
    "smtp-accounts": accounts,
    templates,
    "chat-templates": chatTemplates,
    notifications: [notification],
    approvals: await thrice(() => stack.accepted(String(approving.key))),
    "chat-conversations": [conversation],
    messages: [String(message?.id)],
    notes,
    "canned-replies": canned,
    "api-keys": keys,
    webhooks,
    "chat-accounts": [owner.chatAccountId, spare.chatAccountId, changed.chatAccountId],
    customers: [encodeURIComponent(phone)],
  };
  const testKey = String((await stack.apiKey(owner.token, { mode: "test" })).key);
  const { smtp } = stack.file;
  const chat = { channel: "chat", recipient: phone, chat_account_id: owner.chatAccountId };
  const chatTemplateBody = {
    name: `t_${crypto.randomUUID().replaceAll("-", "")}`,
    language: "en",
    category: "UTILITY",
    header: { type: "text", text: "For {{1}}", example: "Ana" },
    body: { text: "Order {{1}} is ready.", examples: ["42"] },
    footer: { text: "Thanks" },
    buttons: [{ type: "dynamic_url", text: "See", url: "https://shop.example/{{1}}", example: "42" }],
  };
  const emailTemplate = { name: "Name", subject: "Hi {{.name}}", body: "b", body_type: "text" };
  const escapedTemplate = { ...emailTemplate, body_type: "html", escape: "html", strict: true, alias: "fuzzed" };
  const chatAccount = {
    label: "Label",
    ownership_type: "customer_owned",
    cloud_region: "us-east-1",
    owners: [changed.sub],
    is_default: false,
    business_account_id: `waba-${crypto.randomUUID().replaceAll("-", "")}`,
    origination_phone_number_id: `phone-number-id-${crypto.randomUUID().replaceAll("-", "")}`,
    provider_business_account_id: "123456",
    provider_phone_number_id: "1234567",
  };
  const replies = [
    { message_type: "text", text: "Hi" },
    { message_type: "location", latitude: 1, longitude: 2 },
    { message_type: "image", media_url: "https://cdn.example/x.png" },
    { text: "Hi", fallback_template_id: chatTemplates[0], fallback_parameters: [] },
  ];
  const customersMessages = [
    { type: "text", text: { body: "Hi" }, timestamp: 1, profile_name: "Ana", user_id: "US.1", without_phone: true },
    { type: "document", document: {}, content_base64: "aGk=", content_type: "text/plain", filename: "a.txt" },
    { type: "location", location: { latitude: 1, longitude: 2 }, context: { id: "wamid.1" } },
    { type: "contacts", contacts: [{ name: {} }] },
    { type: "unsupported", errors: [{ code: 1, title: "no" }] },
  ];
  const notifications = [
    { recipient: "to@example.test", subject: "s", body: "b" },
    {
      ...{
        recipient: "to@example.test",
        subject: "s",
        body: "b",
        body_type: "html",
        text: "t",
        reply_to: ["r@example.test"],
      },
      headers: { "X-a": "b" },
      attachments: [{ filename: "a", content: "aGk=", content_type: "text/plain", content_id: "a" }],
    },
    { recipient: "to@example.test", subject: "s", body: "b", attachments: [{ attachment_id: templates[0] }] },
    { recipient: "to@example.test", template_id: templates[0], variables: { name: "Ana" }, template_version: 1 },
    { ...chat, chat: { type: "text", text: { body: "Hi" } } },
    { ...chat, chat: { type: "location", location: { latitude: 1, longitude: 2 } } },
    { ...chat, chat: { type: "reaction", reaction: { message_id: String(message?.id), emoji: "\u{1f44d}" } } },
    { ...chat, chat: { template_id: chatTemplates[0] } },
  ];
  const constant = (...values: unknown[]) => fc.constantFrom(...values);
  return {
    schemas: components.schemas,
    credentials: { apiKey: owner.key, testKey, accessToken: owner.token, administrator },
    idsAt(before, fate) {
      if (before.startsWith("/docs/")) return ["start.js", "viewer.js"];
      const [kept, spareId = kept, changedId = kept] = ids[before.split("/").at(-2) ?? ""] ?? [];
      const id = { kept, spare: spareId, changed: changedId }[fate];
      return id === undefined ? [] : [id];
    },
    examples: {
      createNotification: notifications,
      createPanelNotification: notifications,
      createNotificationBatch: [
        { notifications: [{ recipient: "to@example.test", subject: "s", body: "b" }], atomic: true },
        { notifications: [{ ...chat, chat: { type: "text", text: { body: "Hi" } } }, {}] },
      ],
      rescheduleNotification: [{ send_at: "2020-01-01T00:00:00Z" }],
      createSendingAccount: [stack.account()],
      replaceSendingAccount: [stack.account()],
      createChatTemplate: [chatTemplateBody],
      checkChatTemplate: [chatTemplateBody],
      writeAsCustomer: customersMessages,
      writeAsPanelCustomer: customersMessages,
      advanceTestClock: [{ advance_seconds: 1 }],
      advancePanelTestClock: [{ advance_seconds: 1 }],
      replyToConversation: replies,
      replyToPanelConversation: replies,
      markPanelConversation: [{ read_up_to: String(message?.id) }, { is_done: true }],
      addConversationNote: [{ text: "Prefers a new item." }],
      createCannedReply: [{ name: "hours", text: "9 to 17" }],
      replaceCannedReply: [{ name: "hours", text: "9 to 18" }],
      rotateApiKey: [{ grace_seconds: 60 }],
      resendPanelNotification: [{ recipients: "failed" }, { recipient: "ana@example.test" }],
      createApiKey: [{ name: "Name", expires_at: "2999-01-01T00:00:00Z" }],
      importSuppressions: [{ suppressions: [{ recipient: "moved@example.test", reason: "bounce" }] }],
      approveNotification: [{ subject: "Hello", body: "It works." }],
      declineNotification: [{}],
      createSuppression: [{ recipient: "former@example.test", reason: "unsubscribe", topic: "news" }],
      replaceSuppressionSettings: [{ chat_stop: true, stop_words: ["stop"], start_words: ["start"] }],
      createEmailTemplate: [emailTemplate, escapedTemplate],
      replaceEmailTemplate: [emailTemplate, escapedTemplate],
      restoreEmailTemplateVersion: [{ version: 1 }],
      previewEmailTemplate: [
        { subject: "Hi {{.name}}", body: "b", variables: { name: "Ana" } },
        { subject: "s", body: "<p>{{.name}}</p>", body_type: "html", escape: "html" },
      ],
      keepTemplateSamples: [{ samples: { name: "Ana" } }],
      testEmailTemplate: [
        { recipient: "to@example.test", variables: { name: "Ana" }, template_version: 1, strict_variables: true },
      ],
      replaceAlerts: [
        { addresses: ["ana@example.test"], alerts: ["sending_account_failing"], weekly_summary: true },
        { addresses: [], alerts: [], weekly_summary: false },
      ],
      createWebhook: [webhookBody],
      replaceWebhook: [webhookBody],
      rotateWebhookSecret: [{ grace_seconds: 60 }],
      replayWebhook: [{ since: "2026-01-01T00:00:00Z" }],
      testSendingAccount: [{ recipient: "to@example.test" }],
      trySendingAccount: [{ recipient: "to@example.test" }],
      tryAccountDraft: [
        { account: stack.account(), recipient: "to@example.test" },
        { account: stack.account({ password: "" }), account_id: accounts[0] },
      ],
      replaceVariableNames: [{ names: [{ component: "body", position: 1, name: "order number" }] }],
      createChatAccount: [chatAccount],
      replaceChatAccount: [chatAccount],
    },
    hints: {
      cursor: constant(undefined, undefined, "nonsense"),
      q: constant("415", "+1", "%", "abc"),
      recipient: constant("to@example.test", phone, "reject@example.test", ` ${phone}`),
      cc: constant([], ["a@example.test", ""]),
      smtp_account_id: constant(accounts[0]),
      chat_account_id: constant(owner.chatAccountId),
      template_id: constant(templates[0], chatTemplates[0]),
      fallback_template_id: constant(chatTemplates[0]),
      from_address: constant("me@shop.example"),
      host: constant(smtp.host),
      port: constant(smtp.port),
      endpoint: constant("http://127.0.0.1:1/"),
      url: constant("http://127.0.0.1:1/", "https://127.0.0.1:1/"),
      provider: constant("smtp", "smtp", "http_api"),
      link: constant("https://cdn.example/x.png", "http://127.0.0.1/x"),
      media_url: constant("https://cdn.example/x.png", "javascript:alert(1)"),
      name: constant("order_ready", "Name"),
      language: constant("en", "en_US"),
      trusted_domains: constant([], ["example.test"]),
      api_allowed_domains: constant([], [], ["shop.example"]),
      expires_at: constant("2999-01-01T00:00:00Z", "2000-01-01T00:00:00Z"),
      message_id: constant(String(message?.id)),
    },
  };
}
