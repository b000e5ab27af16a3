import fc from "fast-check";
import { large, ODD_NAMES, oddlyNamed } from "../contract-fuzz/hostile.ts";
import {
  brokenValuesOf,
  type Hints,
  hugeValuesOf,
  type JsonSchema,
  valuesOf,
} from "../contract-fuzz/schema-arbitrary.ts";

import { cancelled, legacy, type McpPost, modern, NEWEST, rpc } from "./messages.ts";

export interface ListedTool {
  readonly name: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
}

const VERSIONS = ["2024-10-07", "2025-03-26", "2025-11-25", NEWEST, "1999-01-01", "2999-12-31", "x", ""];
const METHODS = [
  ...["initialize", "ping", "tools/list", "tools/call", "server/discover", "subscriptions/listen", "resources/list"],
  ...[
    "resources/read",
    "prompts/get",
    "completion/complete",
    "logging/setLevel",
    "sampling/createMessage",
    "tasks/get",
  ],
  ...["notifications/initialized", "notifications/cancelled", "notifications/progress", "rpc.discover", "tools/call "],
];

/**
 * Generates calls of a tool in both versions of the protocol: valid, nearly valid, and with as much of one thing as
 * fits into a body.
 */
export function callsOf({ name, inputSchema }: ListedTool, hints: Hints): fc.Arbitrary<McpPost> {
  const valid = valuesOf(inputSchema, { schemas: {}, hints });
  const args = fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 4, arbitrary: brokenValuesOf(valid) },
    { weight: 1, arbitrary: hugeValuesOf(valid) },
    { weight: 1, arbitrary: oddlyNamed },
  );
  return fc.tuple(args, fc.boolean()).map(([value, isModern]) => {
    const params = { name, arguments: value };
    return isModern ? modern("tools/call", params, name) : legacy(rpc("tools/call", params));
  });
}

const ids = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom<unknown>(1, 2, "1", "a") },
  fc.constantFrom<unknown>(0, -1, 1.5, 1e308, 2 ** 53, null, true, [], {}, "", "x".repeat(100_000), ...ODD_NAMES),
  oddlyNamed,
);

/** Generates messages with an id, method or parameters that no client sends, or with a missing or misplaced part. */
export function envelopesFor(tools: readonly ListedTool[]): fc.Arbitrary<McpPost> {
  const names = fc.constantFrom<unknown>(...tools.map(({ name }) => name), ...ODD_NAMES, "x".repeat(100_000), 5, null);
  const params = fc.oneof(
    fc.record({ name: names, arguments: oddlyNamed, _meta: oddlyNamed }, { requiredKeys: [] }),
    fc.record({ protocolVersion: fc.constantFrom(...VERSIONS), capabilities: oddlyNamed, clientInfo: oddlyNamed }),
    oddlyNamed,
    large,
  );
  const method = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom<unknown>(...METHODS) },
    fc.constantFrom(...ODD_NAMES),
  );
  const message = fc.record({ jsonrpc: fc.constant("2.0"), id: ids, method, params }, { requiredKeys: ["jsonrpc"] });
  const headers = fc.record(
    {
      "mcp-protocol-version": fc.constantFrom(...VERSIONS),
      "mcp-method": fc.constantFrom(...METHODS.map((one) => one.trim())),
      "mcp-name": fc.constantFrom("list_conversations", "__proto__", "=?utf-8?B?/w==?="),
      "mcp-session-id": fc.constantFrom("x", "__proto__"),
      accept: fc.constantFrom("text/html", "text/event-stream"),
    },
    { requiredKeys: [] },
  );
  const plain = fc.oneof(message, brokenValuesOf(message), fc.array(message, { maxLength: 40 }));
  return fc.oneof(
    fc.tuple(plain, headers).map(([value, given]) => ({ headers: given, body: JSON.stringify(value) })),
    plain.map(legacy),
  );
}

/**
 * Generates lists of messages that are valid by themselves and wrong together: they repeat ids, cancel calls before and
 * after they come, and answer nobody.
 */
export function batchesFor(tools: readonly ListedTool[], hints: Hints): fc.Arbitrary<McpPost> {
  const id = fc.constantFrom<unknown>(1, 2, 3, 4, 5, "1", "__proto__");
  const called = fc
    .constantFrom(...tools)
    .chain(({ name, inputSchema }) =>
      valuesOf(inputSchema, { schemas: {}, hints }).map((args) => ({ name, arguments: args })),
    );
  const message = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(id, called).map(([one, params]) => rpc("tools/call", params, one)) },
    { weight: 2, arbitrary: fc.tuple(id, fc.constantFrom(...METHODS)).map(([one, method]) => rpc(method, {}, one)) },
    { weight: 2, arbitrary: id.map(cancelled) },
    { weight: 1, arbitrary: id.map((one) => ({ jsonrpc: "2.0", id: one, result: {} })) },
  );
  return fc.array(message, { minLength: 1, maxLength: 6 }).map(legacy);
}
