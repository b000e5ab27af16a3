import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KEY_PERMISSIONS } from "../../shared/kernel/key-permissions.ts";
import { TOOL_PERMISSIONS } from "../../shared/mcp/contract/tool-permissions.ts";
import { aCustomer, type ChatOwner, chatOwner } from "../support/chat-owner.ts";
import { anAddress, type Fields, LocalStack } from "../support/local-stack.ts";
import { connected as connectedTo, MODES, type ToolResult } from "../support/scripted-agent.ts";

describe("MCP", () => {
  let stack: LocalStack;
  let owner: ChatOwner;
  beforeAll(async () => {
    stack = await LocalStack.shared();
    owner = await chatOwner(stack);
  });
  afterAll(() => stack.close());

  const connected = (mode: (typeof MODES)[number], key = owner.key): Promise<Client> => connectedTo(stack, mode, key);
  const toolOf = (client: Client) => async (name: string, args: Fields) =>
    (await client.callTool({ name, arguments: args })) as ToolResult;

  const firstLine = ({ content }: ToolResult) => content[0]?.text?.split("\n")[0];

  describe.each(MODES)("a client of the official library, %j", (mode) => {
    it("lists the tools, reads a conversation, and answers it (G4, P-mcp)", async () => {
      const client = await connected(mode);
      const tool = toolOf(client);
      const phone = aCustomer();
      await owner.writes(phone, { type: "text", text: { body: "Where is my order?" } });
      const { id } = await owner.conversation(phone);

      expect(client.getInstructions()).toContain("24 hours");
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual([
        "list_conversations",
        "get_conversation",
        "get_conversation_messages",
        "reply_to_conversation",
      ]);
      const listed = await tool("list_conversations", { q: phone, window: "open", limit: 10 });
      expect(listed.structuredContent).toMatchObject({
        conversations: [{ id, customer_phone: phone, window_open: true }],
      });
      const detail = await tool("get_conversation", { id });
      expect(detail.structuredContent).toMatchObject({ id, chat_account_id: owner.chatAccountId });
      expect(JSON.parse(detail.content[0]?.text ?? "")).toEqual(detail.structuredContent);

      const reply = await tool("reply_to_conversation", { id, text: "On its way." });
      expect(reply.structuredContent).toEqual({ notification_id: expect.any(String), status: "pending" });
      const { notification_id } = reply.structuredContent as { notification_id: string };
      const history = await tool("get_conversation_messages", { id, limit: 500 });
      expect(history.structuredContent).toMatchObject({
        messages: [
          { id: notification_id, direction: "outbound", payload: { body: "On its way." } },
          { direction: "inbound", payload: { body: "Where is my order?" } },
        ],
        window_open: true,
      });
      expect(await stack.settled(owner.key, notification_id)).toMatchObject({ status: "sent" });

      const missing = await tool("get_conversation", { id: "00000000-0000-4000-8000-000000000000" });
      expect([missing.isError, firstLine(missing), missing.content.length]).toEqual([
        true,
        "conversation not found",
        1,
      ]);
      const invalid = await tool("list_conversations", { limit: 0 });
      expect([invalid.isError, firstLine(invalid)]).toEqual([true, "limit must be an integer from 1 to 100"]);
      await expect(client.callTool({ name: "drop_table", arguments: {} })).rejects.toMatchObject({ code: -32_602 });
      await client.close();
    });

    it("pages through a list with the cursor that it was given", async () => {
      const paging = await chatOwner(stack);
      const phones = Array.from({ length: 3 }, aCustomer);
      for (const phone of phones) await paging.writes(phone);
      for (const phone of phones) await paging.conversation(phone);
      const client = await connected(mode, paging.key);
      const seen: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 5; page++) {
        const { structuredContent } = await toolOf(client)("list_conversations", {
          limit: 1,
          ...(cursor && { cursor }),
        });
        const found = structuredContent as { conversations: { customer_phone: string }[]; next_cursor?: string };
        seen.push(...found.conversations.map(({ customer_phone }) => customer_phone));
        cursor = found.next_cursor;
        if (cursor === undefined) break;
      }
      expect([seen.length, new Set(seen)]).toEqual([phones.length, new Set(phones)]);
      await client.close();
    });

    it("sees every tool with every permission, and sends a mail once for each idempotency_key (D47a)", async () => {
      await stack.createAccount(owner.token, { is_default: true });
      const { key } = await stack.apiKey(owner.token, { permissions: KEY_PERMISSIONS });
      const client = await connected(mode, String(key));
      const tool = toolOf(client);
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(TOOL_PERMISSIONS));
      const recipient = anAddress();
      const mail = { recipient, subject: "Hello", body: "It works.", idempotency_key: crypto.randomUUID() };
      const dry = await tool("send_email", { ...mail, dry_run: true });
      expect(dry.structuredContent).toEqual({
        ...{ dry_run: true, preview: { subject: "Hello", body: "It works.", body_type: "text" } },
        ...{ recipients: [recipient], left_out: [] },
      });
      const calls = await Promise.all([1, 2, 3].map(() => tool("send_email", mail)));
      const sent = new Set(calls.flatMap(({ structuredContent }) => structuredContent?.notification_id ?? []));
      // A call that comes while another one runs may be told to come again.
      for (const one of calls)
        if (one.isError) expect(firstLine(one)).toBe("a request with this Idempotency-Key is in flight");
      expect(sent.size).toBe(1);
      const [id] = sent;
      expect((await tool("send_email", mail)).structuredContent).toEqual({ notification_id: id, status: "pending" });
      await stack.settled(owner.key, String(id));
      expect(await stack.mails(recipient)).toHaveLength(1);
      const shown = await tool("get_notification", { id });
      expect(shown.structuredContent).toMatchObject({
        notification: { id, status: "sent", recipient },
        explanation: { code: expect.any(String) },
      });
      const other = await tool("send_email", { ...mail, subject: "Another" });
      expect(firstLine(other)).toBe("Idempotency-Key was used with another request");
      await client.close();
    });

    it("is not let in without a key that works", async () => {
      for (const key of ["", "wrong", owner.token]) {
        const error: unknown = await connected(mode, key).catch((reason: unknown) => reason);
        expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).toMatch(/401|AUTHENTICATION|Unauthorized/i);
      }
    });
  });

  it("tells that a customer's window is closed, in words", async () => {
    const phone = aCustomer();
    const timestamp = Math.floor(Date.now() / 1000) - 25 * 3600;
    await owner.writes(phone, { type: "text", text: { body: "Hi" }, timestamp });
    const { id } = await owner.conversation(phone);
    const client = await connected("legacy");
    const refused = await toolOf(client)("reply_to_conversation", { id, text: "x" });
    const text = "service window is closed: an approved fallback_template_id is required";
    expect([refused.isError, firstLine(refused)]).toEqual([true, text]);
    await client.close();
  });

  it.each([
    ["GET", "/.well-known/oauth-protected-resource"],
    ["GET", "/.well-known/oauth-protected-resource/mcp"],
    ["GET", "/.well-known/oauth-authorization-server"],
    ["GET", "/.well-known/oauth-authorization-server/mcp"],
    ["GET", "/.well-known/openid-configuration"],
    ["POST", "/register"],
    ["POST", "/mcp/"],
  ] as const)("has no OAuth to discover: %s %s is 404 in JSON", async (method, path) => {
    const answer = await stack.call(method, path, method === "POST" ? { json: {} } : {});
    expect([answer.status, answer.headers.get("content-type"), answer.body]).toEqual([
      404,
      "application/json",
      { error: "not found", code: "not_found" },
    ]);
  });

  it.each(["GET", "DELETE", "PUT", "OPTIONS"])("answers 405 to %s /mcp, with Allow", async (method) => {
    const { status, headers } = await stack.call(method, "/mcp", { token: owner.key });
    expect([status, headers.get("allow")]).toEqual([405, "POST"]);
  });

  it("answers 401 as a JSON-RPC error with the request's id", async () => {
    for (const [raw, id] of [
      ['{"jsonrpc":"2.0","id":"a","method":"tools/list"}', "a"],
      ["{", null],
    ] as const) {
      const { status, headers, body } = await stack.call("POST", "/mcp", { raw });
      expect([status, headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
      expect(body).toEqual({ jsonrpc: "2.0", error: { code: 401, message: "unauthorized" }, id });
    }
  });

  it("refuses what is larger than 1 MiB", async () => {
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    const large = JSON.stringify(ping).padEnd(1_048_577, " ");
    const { status, body } = await stack.call("POST", "/mcp", { token: owner.key, raw: large });
    expect([status, (body.error as Fields).code]).toEqual([400, -32_700]);
  });
});
