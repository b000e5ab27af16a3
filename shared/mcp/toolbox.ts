import type { CallToolResult } from "@modelcontextprotocol/server";
import { insufficientPermission, isPermitted } from "../kernel/key-terms.ts";
import { type BoundTool, refused, type ToolCaller } from "./bound-tool.ts";
import { CONVERSATION_INSTRUCTIONS, instructionsFor } from "./contract/instructions.ts";
import { TOOL_PERMISSIONS, toolPermission } from "./contract/tool-permissions.ts";

export interface ToolSets {
  /** The tools of the interface, for keys without permissions in words (P-mcp-tools). */
  readonly usual: readonly BoundTool[];
  /** Loads the tools for keys with permissions in words. Most keys have none, so the code is not part of the start. */
  readonly all: () => Promise<readonly BoundTool[]>;
}

/** The tools that one caller sees and may call. */
export interface Toolbox {
  readonly instructions: string;
  readonly tools: readonly BoundTool[];
  /** Returns undefined for a name that no tool has. */
  call(caller: ToolCaller, name: string, args: unknown): Promise<CallToolResult> | undefined;
}

/** Chooses the tools by the permissions of the caller's key (D47a). */
export async function toolboxOf({ usual, all }: ToolSets, { key }: Pick<ToolCaller, "key">): Promise<Toolbox> {
  if (key?.permissions === undefined) return toolbox(CONVERSATION_INSTRUCTIONS, usual);
  const usable = (await all()).filter(({ name }) => isPermitted(key, TOOL_PERMISSIONS[name]));
  return toolbox(instructionsFor(key.permissions), usable);
}

function toolbox(instructions: string, tools: readonly BoundTool[]): Toolbox {
  const byName = new Map<string, BoundTool>(tools.map((tool) => [tool.name, tool]));
  return {
    instructions,
    tools,
    call(caller, name, args) {
      const tool = byName.get(name);
      if (tool !== undefined) return tool.call(caller, args);
      const permission = toolPermission(name);
      if (permission === undefined) return undefined;
      return Promise.resolve(refused(insufficientPermission(`this tool needs a key with ${permission}`)));
    },
  };
}
