import type { CallToolResult } from "@modelcontextprotocol/server";
import { answerBytes } from "../kernel/answer-size.ts";

/** All results of one request, which may be a batch, have at most this size together. The rest of Lambda's limit is for the answer around them. */
const MAX_RESULTS_BYTES = 5_000_000;
/** A result of at most this size is always given, so that no call that changed something is repeated because of a large result beside it. */
const SMALL_BYTES = 8192;

const STRUCTURED_ONLY =
  "The result is in structuredContent only: it is too large to be repeated as text. For text, ask again with a smaller limit.";
const TOO_LARGE: CallToolResult = {
  content: [{ type: "text", text: "the result does not fit beside the others of this batch: ask for it alone" }],
  isError: true,
};

/**
 * Keeps the results of one request within Lambda's limit. A result has its value twice, because some clients do not know structured content;
 * a large result has it once.
 */
export function resultBudget(): (result: CallToolResult) => CallToolResult {
  let left = MAX_RESULTS_BYTES;
  const fits = (result: CallToolResult): boolean => {
    const bytes = answerBytes(result);
    if (bytes > left && bytes > SMALL_BYTES) return false;
    left -= bytes;
    return true;
  };
  return (result) => [result, ...saidOnce(result)].find(fits) ?? TOO_LARGE;
}

/** The first text repeats the value; the others say something of their own and stay. */
function saidOnce(result: CallToolResult): CallToolResult[] {
  if (result.structuredContent === undefined) return [];
  return [{ ...result, content: [{ type: "text", text: STRUCTURED_ONLY }, ...result.content.slice(1)] }];
}
