import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { parseShape } from "../edge/contract/refusal-message.ts";
import type { KeyPermission } from "../kernel/key-permissions.ts";
import { type CallingKey, insufficientPermission, isPermitted } from "../kernel/key-terms.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { SenderRequest } from "../kernel/sender-request.ts";
import { asRefusal } from "../kernel/write-conflict.ts";
import type { ToolContract } from "./contract.ts";
import { toolSchema } from "./tool-schema.ts";

export interface ToolCaller {
  readonly owner: Owner;
  readonly madeBy?: SenderRequest | undefined;
  /** The API key with its terms. */
  readonly key?: CallingKey | undefined;
}

/** A tool with its code, without the types of its arguments. */
export interface BoundTool<Deps> {
  /** The tool as `tools/list` shows it to a key that has the permission. */
  readonly listed: Tool;
  readonly permission: KeyPermission;
  /** Calls the tool. A refusal becomes a result that says so (F-mcp); any other error is thrown. */
  call(deps: Deps, caller: ToolCaller, args: unknown): Promise<CallToolResult>;
}

export function boundTool<Deps, Input extends z.ZodType, Output extends z.ZodType>(
  contract: ToolContract<Input, Output>,
  run: (deps: Deps, caller: ToolCaller, args: z.output<Input>) => Promise<z.input<Output>>,
): BoundTool<Deps> {
  const { name, title, description, operationId, input, output, isReadOnly, permission } = contract;
  return {
    permission,
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
        if (!isUsableBy(caller, permission)) throw insufficientPermission(`this tool needs a key with ${permission}`);
        return structured(output.parse(await run(deps, caller, parseShape(input, args))));
      } catch (error) {
        const refusal = asRefusal(error);
        if (refusal instanceof Refusal) return { content: [{ type: "text", text: refusal.message }], isError: true };
        throw error;
      }
    },
  };
}

/** Tells whether a caller may use the tools with this permission (D47a). */
export const isUsableBy = ({ key }: ToolCaller, permission: KeyPermission): boolean =>
  isPermitted(key ?? {}, permission);

const structuredContent = z.record(z.string(), z.unknown());

/** Makes a result of a value, which is repeated as text for clients that do not know structured content. */
const structured = (value: unknown): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: structuredContent.parse(value),
});
