import { cancelled, legacy, type McpPost, META, modern, rpc } from "./messages.ts";

const nested = (depth: number, [open, close]: readonly [string, string]) => open.repeat(depth) + close.repeat(depth);
const LARGEST = 1_048_576;
const call = (id: unknown, name = "list_conversations", args: object = {}) =>
  rpc("tools/call", { name, arguments: args }, id);

/** Bodies that are no messages, that wait for each other, or that are as large as a request may be. */
export const rawPosts = (foreignId: string): readonly (readonly [what: string, post: McpPost])[] => [
  ...["", " ", "{", "null", "1", '"x"', "[]", "[[]]", "[null]", "\ufeff{}", "{}{}", "\u0000", "NaN"].map(
    (body) => [`the body ${JSON.stringify(body)}`, { headers: {}, body }] as const,
  ),
  ["no UTF-8", { headers: {}, body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }],
  ["UTF-16", { headers: {}, body: Buffer.from(JSON.stringify(rpc("ping")), "utf16le") }],
  ["deep lists", { headers: {}, body: nested(100_000, ["[", "]"]) }],
  ["deep objects", { headers: {}, body: `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}` }],
  [
    "deep arguments",
    {
      headers: {},
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_conversation","arguments":{"id":${nested(100_000, ["[", "]"])}}}}`,
    },
  ],
  [
    "deep parameters",
    { headers: {}, body: `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":${nested(100_000, ["[", "]"])}}}` },
  ],
  ["a name of the largest body", legacy(call(1, "x".repeat(LARGEST - 200)))],
  ["an id of the largest body", legacy(rpc("ping", undefined, "x".repeat(LARGEST - 200)))],
  ["an argument of the largest body", legacy(call(1, "get_conversation", { id: "\u0001".repeat(170_000) }))],
  [
    "many unknown arguments",
    legacy(call(1, "get_conversation", Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`n${i}`, 0])))),
  ],
  [
    "a long list of parameters",
    legacy(call(1, "reply_to_conversation", { id: foreignId, fallback_parameters: new Array(400_000).fill(0) })),
  ],
  ["more than the largest body", { headers: {}, body: JSON.stringify(rpc("ping")).padEnd(LARGEST + 1, " ") }],
  ["ids twice in a batch", legacy([rpc("ping", undefined, 1), rpc("ping", undefined, 1), call(1)])],
  [
    "ids that are alike",
    legacy([rpc("ping", undefined, 1), rpc("ping", undefined, "1"), rpc("ping", undefined, "__proto__")]),
  ],
  ["a call that its own batch cancels", legacy([call(1), cancelled(1)])],
  ["a call that its own batch has cancelled", legacy([cancelled(1), call(1)])],
  ["a batch that cancels another message's id", legacy([rpc("ping", undefined, 1), cancelled("1"), cancelled(null)])],
  [
    "a batch that begins with initialize",
    legacy([
      rpc("initialize", { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "a", version: "1" } }),
      call(2),
    ]),
  ],
  [
    "a batch that begins with initialize twice",
    legacy(
      [1, 2].map((id) =>
        rpc(
          "initialize",
          { protocolVersion: "2025-03-26", capabilities: {}, clientInfo: { name: "a", version: "1" } },
          id,
        ),
      ),
    ),
  ],
  ["a batch in a batch", legacy([[rpc("ping")]])],
  [
    "a batch of 32 calls",
    legacy(Array.from({ length: 32 }, (_, id) => call(id, "get_conversation_messages", { id: foreignId }))),
  ],
  ["a batch of 100,000", legacy(new Array(100_000).fill(1))],
  [
    "a batch of the newest version",
    { ...modern("tools/list", {}), body: JSON.stringify([rpc("tools/list", { _meta: META })]) },
  ],
  ["a task", legacy(rpc("tools/call", { name: "list_conversations", arguments: {}, task: { ttl: 1 } }))],
  [
    "a progress token of its own",
    legacy(rpc("tools/call", { name: "list_conversations", _meta: { progressToken: {} } })),
  ],
  ["a response", legacy({ jsonrpc: "2.0", id: 1, result: {} })],
  ["an error", legacy({ jsonrpc: "2.0", id: 1, error: { code: -32_603, message: "x" } })],
  ["a response to nobody", legacy({ jsonrpc: "2.0", id: "__proto__", result: { content: [] } })],
  ["a request that is a response too", legacy({ ...rpc("ping"), result: {} })],
  ["names twice", { headers: {}, body: '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping","method":"tools/list"}' }],
  [
    "an own __proto__",
    {
      headers: {},
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","__proto__":{"a":1},"params":{"name":"list_conversations","arguments":{"__proto__":{"limit":1}},"__proto__":{"name":"x"}}}',
    },
  ],
  ["a subscription", modern("subscriptions/listen", { notifications: {} })],
  ["a subscription of the years before", legacy(rpc("subscriptions/listen", { notifications: {} }))],
  [
    "discovery of another version",
    { ...modern("server/discover", {}), headers: { "mcp-protocol-version": "2025-11-25" } },
  ],
  [
    "the name of another tool",
    {
      ...modern("tools/call", { name: "list_conversations" }),
      headers: { ...modern("tools/call", {}, "get_conversation").headers },
    },
  ],
  [
    "a name in base64",
    {
      ...modern("tools/call", { name: "list_conversations" }),
      headers: { ...modern("tools/call", {}, "=?base64?bGlzdF9jb252ZXJzYXRpb25z?=").headers },
    },
  ],
  [
    "no parameters at all",
    { headers: modern("tools/call", {}, "get_conversation").headers, body: JSON.stringify(rpc("tools/call")) },
  ],
];
