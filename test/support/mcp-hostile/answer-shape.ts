import * as z from "zod";
import type { ListedTool } from "./hostile-messages.ts";
import type { McpPost } from "./messages.ts";

export interface McpReceived {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** The statuses that the transport may return for a request with a valid key. */
const STATUSES = [200, 202, 400, 404, 415];
const INTERNAL_ERRORS = [-32_603, 500];

const error = z.strictObject({ code: z.int(), message: z.string().min(1), data: z.unknown().optional() });
const head = { jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.number(), z.null()]) };
const answer = z.union([
  z.strictObject({ ...head, result: z.record(z.string(), z.unknown()) }),
  z.strictObject({ ...head, error }),
]);
const answers = z.union([answer, z.array(answer).min(1)]);
const toolResult = z.looseObject({
  content: z.array(z.strictObject({ type: z.literal("text"), text: z.string() })).min(1),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.literal(true).optional(),
});

/** Returns how an answer deviates from JSON-RPC and MCP, or undefined if it does not. */
export function breachIn({ status, type, text }: McpReceived, secrets: readonly string[]): string | undefined {
  const shown = text.slice(0, 500);
  if (!STATUSES.includes(status)) return `status ${status}: ${shown}`;
  const told = secrets.find((secret) => text.includes(secret));
  if (told !== undefined) return `another owner's ${told}`;
  if (status === 202) return text === "" ? undefined : `a body with 202: ${shown}`;
  if (type !== "application/json") return `${type}: ${shown}`;
  const { data, error: problem } = answers.safeParse(JSON.parse(text));
  if (data === undefined) return `${z.prettifyError(problem)} in ${shown}`;
  const isInternal = [data].flat().some((one) => "error" in one && INTERNAL_ERRORS.includes(one.error.code));
  return isInternal ? `an internal error: ${shown}` : undefined;
}

/** Returns a problem unless the result of a tool is a readable refusal or fits the tool's own schema. */
export function resultBreach({ text }: McpReceived, { name, outputSchema }: ListedTool): string | undefined {
  const { data } = z.strictObject({ ...head, result: toolResult }).safeParse(JSON.parse(text));
  if (data === undefined)
    return JSON.parse(text).error === undefined ? `no result of a tool: ${text.slice(0, 500)}` : undefined;
  if (data.result.isError) return data.result.content[0]?.text === "" ? `${name} refuses without a word` : undefined;
  const { success, error: problem } = z.fromJSONSchema(outputSchema).safeParse(data.result.structuredContent);
  return success ? undefined : `${name}: ${z.prettifyError(problem)} in ${text.slice(0, 500)}`;
}

const request = z.looseObject({ id: z.union([z.string(), z.number()]), method: z.string() });

/** Returns a problem unless every request of a batch has its answer, in the same order. */
export function orderBreach({ status, text }: McpReceived, { body }: McpPost): string | undefined {
  if (status !== 200) return undefined;
  const messages = JSON.parse(body.toString()) as unknown[];
  const asked = messages.flatMap((message) => request.safeParse(message).data?.id ?? []);
  const answered = z
    .array(answer)
    .safeParse(JSON.parse(text))
    .data?.map(({ id }) => id);
  return JSON.stringify(answered) === JSON.stringify(asked)
    ? undefined
    : `answers to ${JSON.stringify(answered)} instead of ${JSON.stringify(asked)}`;
}

const SHOWN = 1500;

/** Prints a request so that it can be sent again. */
export const reproduction = ({ headers, body }: McpPost): string =>
  `${JSON.stringify(headers)} ${body.length} bytes: ${body.toString("utf8").slice(0, SHOWN)}`;
