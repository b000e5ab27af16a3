import { createMCPClient } from "@ai-sdk/mcp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Fields, LocalStack } from "./local-stack.ts";
import type { ToolResult } from "./scripted-agent.ts";

/** What a test needs of a client for agents, whichever library it is made of. */
export interface McpClient {
  readonly instructions: string;
  toolNames(): Promise<readonly string[]>;
  call(tool: string, args: Fields): Promise<ToolResult>;
  close(): Promise<void>;
}

type Connect = (stack: LocalStack, key: string) => Promise<McpClient>;

const urlOf = ({ file }: LocalStack) => `${file.base_url}/mcp`;
const headersOf = (key: string) => ({ authorization: `Bearer ${key}` });

/** The AI SDK has an implementation of the protocol of its own, which is independent of the official libraries. */
const aiSdk: Connect = async (stack, key) => {
  const client = await createMCPClient({
    transport: { type: "http", url: urlOf(stack), headers: headersOf(key) },
  });
  return {
    instructions: client.instructions ?? "",
    toolNames: async () => Object.keys(await client.tools()),
    call: async (name, args) => {
      const tool = (await client.tools())[name];
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      return (await tool.execute(args, { toolCallId: "1", messages: [], context: {} })) as ToolResult;
    },
    close: () => client.close(),
  };
};

/** The first official library, which the adapters of LangChain, FastMCP and others are built on. */
const firstLibrary: Connect = async (stack, key) => {
  const client = new Client({ name: "test", version: "1" });
  const requestInit = { headers: headersOf(key) };
  await client.connect(new StreamableHTTPClientTransport(new URL(urlOf(stack)), { requestInit }));
  return {
    instructions: client.getInstructions() ?? "",
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as ToolResult,
    close: () => client.close(),
  };
};

export const OTHER_MCP_CLIENTS: Readonly<Record<string, Connect>> = {
  "the AI SDK": aiSdk,
  "the first official library": firstLibrary,
};
