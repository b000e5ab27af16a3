import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Fields, LocalStack } from "./local-stack.ts";

/**
 * The modes are the initialize handshake of earlier revisions, the discovery of 2026-07-28, and a client that chooses
 * by itself.
 */
export const MODES = ["legacy", { pin: "2026-07-28" }, "auto"] as const;
export type Mode = (typeof MODES)[number];

export interface ToolResult {
  readonly isError?: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its own results.
  readonly structuredContent?: any;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** Connects a client of the official library with an API key. */
export async function connected(stack: LocalStack, mode: Mode, key: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${stack.file.base_url}/mcp`), { requestInit }));
  return client;
}

export interface Step {
  readonly tool: string;
  readonly args: Fields;
  readonly result: ToolResult;
}

/** An agent without a model: a test is its script, and may use only what the results have told it. */
export interface ScriptedAgent {
  readonly instructions: string;
  readonly tools: readonly string[];
  /** Everything that the agent did and saw, in order. */
  readonly transcript: readonly Step[];
  /** Calls a tool that has to succeed, and returns its value. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its own results.
  does(tool: string, args?: Fields): Promise<any>;
  /** Calls a tool that has to refuse, and returns the lines of its text. */
  isRefused(tool: string, args?: Fields): Promise<string[]>;
  close(): Promise<void>;
}

export async function scriptedAgent(stack: LocalStack, mode: Mode, key: string): Promise<ScriptedAgent> {
  const client = await connected(stack, mode, key);
  const { tools } = await client.listTools();
  const transcript: Step[] = [];
  const call = async (tool: string, args: Fields = {}): Promise<ToolResult> => {
    const result = (await client.callTool({ name: tool, arguments: args })) as ToolResult;
    transcript.push({ tool, args, result });
    return result;
  };
  return {
    instructions: client.getInstructions() ?? "",
    tools: tools.map(({ name }) => name),
    transcript,
    async does(tool, args) {
      const { isError, structuredContent, content } = await call(tool, args);
      if (isError) throw new Error(`${tool}: ${content[0]?.text}`);
      return structuredContent;
    },
    async isRefused(tool, args) {
      const { isError, content } = await call(tool, args);
      if (!isError) throw new Error(`${tool} refused nothing`);
      return content[0]?.text?.split("\n") ?? [];
    },
    close: () => client.close(),
  };
}
