import { writeFileSync } from "node:fs";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEY_PERMISSIONS } from "../../shared/kernel/key-permissions.ts";
import { TOOL_PERMISSIONS } from "../../shared/mcp/contract/tool-permissions.ts";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import type { Hints } from "../support/contract-fuzz/schema-arbitrary.ts";
import { type Fields, LocalStack } from "../support/local-stack.ts";
import {
  breachIn,
  type McpReceived,
  orderBreach,
  reproduction,
  resultBreach,
} from "../support/mcp-hostile/answer-shape.ts";
import { batchesFor, callsOf, envelopesFor, type ListedTool } from "../support/mcp-hostile/hostile-messages.ts";
import type { McpPost } from "../support/mcp-hostile/messages.ts";
import { rawPosts } from "../support/mcp-hostile/raw-posts.ts";

/**
 * Each tool gets this many requests. `npm run test:fuzz` makes more. The same seed makes the same requests, except for
 * ids.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 25);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const REPORT = process.env.FUZZ_REPORT;
const PARALLEL = 4;
const REQUEST_TIMEOUT_MS = 30_000;
const TIMEOUT_MS = 60_000 + RUNS * 2000;
const NOBODY = "00000000-0000-4000-8000-000000000000";
const TOOLS = Object.keys(TOOL_PERMISSIONS);

/** Describes an owner with customers, each of whom wrote a text that nobody else may see. */
interface Party {
  readonly owner: ChatOwner;
  /** A key with every permission, which sees every tool. */
  readonly agentKey: string;
  readonly phones: readonly string[];
  readonly conversations: readonly string[];
  readonly cursor: string;
  readonly templateId: string;
  readonly emailTemplateId: string;
  readonly notificationId: string;
  readonly secrets: readonly string[];
}

describe("MCP with hostile arguments", () => {
  let stack: LocalStack;
  let own: Party;
  let other: Party;
  let tools: readonly ListedTool[];
  const report: Record<string, Record<string, number>> = {};

  beforeAll(async () => {
    stack = await LocalStack.shared();
    own = await aParty(stack);
    other = await aParty(stack);
    const json = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    const { body } = await stack.call("POST", "/mcp", { token: own.agentKey, json });
    tools = (body.result as { tools: ListedTool[] }).tools;
  });
  afterAll(async () => {
    await stack.close();
    if (REPORT) writeFileSync(REPORT, `${JSON.stringify(report, null, 2)}\n`);
  });

  async function post({ headers, body }: McpPost): Promise<McpReceived> {
    const options = { token: own.agentKey, raw: body, headers, timeoutMs: REQUEST_TIMEOUT_MS };
    const answer = await stack.call("POST", "/mcp", options);
    return { status: answer.status, type: answer.headers.get("content-type"), text: answer.text };
  }

  /** Sends the requests and returns the faults of their answers, including missing answers. */
  async function tryAll(
    what: string,
    posts: readonly McpPost[],
    check = (_answer: McpReceived, _post: McpPost): string | undefined => undefined,
  ): Promise<string[]> {
    const findings: string[] = [];
    const counts: Record<string, number> = {};
    const tryOne = async (one: McpPost) => {
      const answer = await post(one).catch((error: unknown) => String(error));
      const breach = typeof answer === "string" ? answer : (breachIn(answer, other.secrets) ?? check(answer, one));
      const status = typeof answer === "string" ? "none" : answer.status;
      counts[status] = (counts[status] ?? 0) + 1;
      if (breach !== undefined) findings.push(`${breach}\n${reproduction(one)}`);
    };
    for (let at = 0; at < posts.length; at += PARALLEL) await Promise.all(posts.slice(at, at + PARALLEL).map(tryOne));
    report[what] = counts;
    return findings;
  }

  /** Generates arguments for the tools from ids and texts of both owners. */
  function hints(): Hints {
    const oneOf = (...values: unknown[]) => fc.constantFrom(...values);
    const ids = [...own.conversations, ...own.conversations, ...other.conversations];
    const templates = [own, own, other].flatMap(({ templateId, emailTemplateId }) => [templateId, emailTemplateId]);
    return {
      id: oneOf(
        ...ids,
        ...ids,
        own.notificationId,
        other.notificationId,
        own.conversations[0]?.toUpperCase(),
        NOBODY,
        "x",
      ),
      recipient: oneOf(undefined, "to@example.test", " a@example.test ", ...own.phones, "nobody", "a@b\r\nBcc: c@d"),
      template_id: oneOf(undefined, ...templates, NOBODY, "no-alias"),
      smtp_account_id: oneOf(undefined, undefined, other.owner.chatAccountId, NOBODY),
      chat_account_id: oneOf(undefined, undefined, own.owner.chatAccountId, other.owner.chatAccountId),
      idempotency_key: oneOf(undefined, undefined, "k", "a b", "x".repeat(256), ""),
      dry_run: oneOf(undefined, true, true, false),
      send_at: oneOf(undefined, "2026-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "soon"),
      channel: oneOf(undefined, "email", "chat"),
      cursor: oneOf(undefined, own.cursor, other.cursor, `${own.cursor}x`, ""),
      q: oneOf(undefined, "+1", ...own.phones, ...other.phones, "%", "\ud800"),
      window: oneOf(undefined, "open", "closed"),
      text: oneOf("Hi", "x".repeat(4097), "\ud800", "\u0000", "{{1}}", ""),
      media_id: oneOf(undefined, undefined, other.templateId, NOBODY),
      media_url: oneOf(undefined, undefined, "https://cdn.example/x.png", "javascript:alert(1)", "https://127.0.0.1/"),
      fallback_template_id: oneOf(undefined, own.templateId, other.templateId, NOBODY),
      message_type: oneOf(undefined, "text", "text", "location", "image"),
    };
  }

  it.each(TOOLS)("%s answers nothing but results and refusals", { timeout: TIMEOUT_MS }, async (name) => {
    const tool = tools.find((one) => one.name === name) as ListedTool;
    const posts = fc.sample(callsOf(tool, hints()), { numRuns: RUNS, seed: SEED });
    expect(await tryAll(name, posts, (answer) => resultBreach(answer, tool))).toEqual([]);
  });

  it("asks every tool that it lists", () => {
    expect(tools.map(({ name }) => name)).toEqual(TOOLS);
  });

  it("answers messages that no client sends", { timeout: TIMEOUT_MS }, async () => {
    const posts = fc.sample(envelopesFor(tools), { numRuns: RUNS * 2, seed: SEED });
    expect(await tryAll("envelopes", posts)).toEqual([]);
  });

  it("answers batches whose messages disturb each other", { timeout: TIMEOUT_MS }, async () => {
    const posts = fc.sample(batchesFor(tools, hints()), { numRuns: RUNS * 2, seed: SEED });
    expect(await tryAll("batches", posts, orderBreach)).toEqual([]);
  });

  it("answers bodies that are no messages", { timeout: TIMEOUT_MS }, async () => {
    const [foreignId = ""] = other.conversations;
    const findings: Record<string, string[]> = {};
    for (const [what, one] of rawPosts(foreignId)) {
      const found = await tryAll(what, [one]);
      if (found.length > 0) findings[what] = found;
    }
    expect(findings).toEqual({});
  });

  it("shows and changes nothing of another owner", async () => {
    for (const id of other.conversations)
      for (const [name, more] of [
        ["get_conversation", {}],
        ["get_conversation_messages", {}],
        ["reply_to_conversation", { text: "Hi" }],
      ] as const) {
        const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: { id, ...more } } };
        const { text } = await post({ headers: {}, body: JSON.stringify(message) });
        expect(JSON.parse(text).result).toEqual({
          content: [{ type: "text", text: expect.stringMatching(/^conversation not found\n/) }],
          isError: true,
        });
      }
    for (const id of other.conversations) {
      const path = `/api/v1/chat-conversations/${id}/messages`;
      const { body } = await stack.call("GET", path, { token: other.owner.key });
      expect((body.messages as Fields[]).map(({ direction }) => direction)).toEqual(["inbound"]);
    }
  });
});

async function aParty(stack: LocalStack): Promise<Party> {
  const owner = await chatOwner(stack);
  const phones = [aCustomer(), aCustomer()];
  const secret = crypto.randomUUID();
  for (const phone of phones) await owner.writes(phone, { type: "text", text: { body: secret }, profile_name: secret });
  const found: Fields[] = [];
  for (const phone of phones) found.push(await owner.conversation(phone));
  const name = `t_${crypto.randomUUID().replaceAll("-", "")}`;
  const json = { name, language: "en", category: "UTILITY", body: { text: "Ready." } };
  const template = await stack.call("POST", "/api/v1/chat-templates", { token: owner.token, json });
  await stack.createAccount(owner.token);
  const mail = { name: "Secret", subject: secret, body: "Hello {{.name}}." };
  const emailTemplate = await stack.call("POST", "/api/v1/templates", { token: owner.token, json: mail });
  const notificationId = await stack.accepted(owner.key, { metadata: { secret } });
  const { key } = await stack.apiKey(owner.token, { permissions: KEY_PERMISSIONS });
  const { body } = await stack.call("GET", "/api/v1/chat-conversations?limit=1", { token: owner.key });
  return {
    owner,
    agentKey: String(key),
    emailTemplateId: String(emailTemplate.body.id),
    notificationId,
    phones,
    conversations: found.map(({ id }) => String(id)),
    cursor: String(body.next_cursor),
    templateId: String(template.body.id),
    secrets: [secret, owner.chatAccountId],
  };
}
