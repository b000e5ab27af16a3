import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { parseShape } from "../edge/contract/refusal-message.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { SenderRequest } from "../kernel/sender-request.ts";
import { asRefusal } from "../kernel/write-conflict.ts";
import type { ToolContract } from "./contract.ts";
import { toolSchema } from "./tool-schema.ts";

export interface ToolCaller {
  readonly owner: Owner;
  readonly madeBy?: SenderRequest | undefined;
}

/** A tool with its code, without the types of its arguments. */
export interface BoundTool<Deps> {
  /** The tool as `tools/list` shows it. */
  readonly listed: Tool;
  /** Calls the tool. A refusal becomes a result that says so (F-mcp); any other error is thrown. */
  call(deps: Deps, caller: ToolCaller, args: unknown): Promise<CallToolResult>;
}

export function boundTool<Deps, Input extends z.ZodType, Output extends z.ZodType>(
  contract: ToolContract<Input, Output>,
  run: (deps: Deps, caller: ToolCaller, args: z.output<Input>) => Promise<z.input<Output>>,
): BoundTool<Deps> {
  const { name, title, description, operationId, input, output, isReadOnly } = contract;
  return {
    listed: {
      name,
      title,
      description,
      inputSchema: toolSchema(input, "input", operationId),
      outputSchema: toolSchema(output, "output", operationId),
      annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: !isReadOnly },
    },
    async call(deps, caller, args) {
      try {
        return structured(output.parse(await run(deps, caller, parseShape(input, args))));
      } catch (error) {
        const refusal = asRefusal(error);
        if (refusal instanceof Refusal) return { content: [{ type: "text", text: refusal.message }], isError: true };
        throw error;
      }
    },
  };
}

const structuredContent = z.record(z.string(), z.unknown());

/** Makes a result of a value, which is repeated as text for clients that do not know structured content. */
const structured = (value: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: structuredContent.parse(value),
});
