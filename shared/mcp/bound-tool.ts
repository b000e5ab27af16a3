import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import * as z from "zod";
import { parseShape } from "../edge/contract/refusal-message.ts";
import type { CallerOrigin } from "../kernel/caller-origin.ts";
import type { CallingKey } from "../kernel/key-terms.ts";
import { once } from "../kernel/once.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { SenderRequest } from "../kernel/sender-request.ts";
import { asRefusal } from "../kernel/write-conflict.ts";
import type { FieldTable } from "../reference/contract/fields/field-note.ts";
import { refusalText } from "./advice.ts";
import { type OthersText, UNTRUSTED_META, UNTRUSTED_NOTICE } from "./contract/others-text.ts";
import type { ToolContract } from "./contract/tool.ts";
import type { ToolName } from "./contract/tool-permissions.ts";
import { schemaWriter, withWarnings } from "./tool-schema.ts";
import { pointersTo } from "./untrusted.ts";

export interface ToolCaller {
  readonly owner: Owner;
  readonly origin: CallerOrigin;
  readonly madeBy?: SenderRequest | undefined;
  /** The API key with its terms. */
  readonly key?: CallingKey | undefined;
}

/** A tool with its code, without the types of its arguments and dependencies. */
export interface BoundTool {
  readonly name: ToolName;
  /** Returns the tool as `tools/list` shows it. */
  listed(): Tool;
  /** Calls the tool. A refusal becomes a result that says so (F-mcp); any other error is thrown. */
  call(caller: ToolCaller, args: unknown): Promise<CallToolResult>;
}

type Run<Input extends z.ZodType, Output extends z.ZodType> = (
  caller: ToolCaller,
  args: z.output<Input>,
) => Promise<z.input<Output>>;

/** Returns a function that binds tools whose fields these notes describe. */
export function toolBinder(notes: FieldTable) {
  const write = schemaWriter(notes);
  return <Input extends z.ZodType, Output extends z.ZodType>(
    contract: ToolContract<Input, Output>,
    run: Run<Input, Output>,
  ): BoundTool => {
    const { name, title, description, notesOf, input, output, othersText, isReadOnly } = contract;
    return {
      name,
      listed: once(() => ({
        name,
        title,
        description,
        inputSchema: write({ schema: input, io: "input", notesOf }),
        outputSchema: withWarnings(write({ schema: output, io: "output", notesOf }), othersText),
        annotations: {
          readOnlyHint: isReadOnly,
          destructiveHint: false,
          idempotentHint: isReadOnly,
          openWorldHint: !isReadOnly,
        },
      })),
      async call(caller, args) {
        try {
          return structured(output.parse(await run(caller, parseShape(input, args))), othersText);
        } catch (error) {
          const refusal = asRefusal(error);
          if (refusal instanceof Refusal) return refused(refusal);
          throw error;
        }
      },
    };
  };
}

export const refused = (refusal: Refusal): CallToolResult => ({
  content: [{ type: "text", text: refusalText(refusal) }],
  isError: true,
});

const structuredContent = z.record(z.string(), z.unknown());

/** Makes a result of a value, which is repeated as text for clients that do not know structured content, and marks what others wrote. */
function structured(value: unknown, othersText: readonly OthersText[]): CallToolResult {
  const result: CallToolResult = {
    content: [{ type: "text", text: JSON.stringify(value) }],
    structuredContent: structuredContent.parse(value),
  };
  const untrusted = pointersTo(othersText, value);
  if (untrusted.length === 0) return result;
  return {
    ...result,
    content: [...result.content, { type: "text", text: UNTRUSTED_NOTICE }],
    _meta: { [UNTRUSTED_META]: untrusted },
  };
}
