import type { CallToolResult } from "@modelcontextprotocol/server";
import { answerBytes } from "../kernel/answer-size.ts";

/** Of all results that answer one request, which may be a batch; the rest of what Lambda takes is for what stands around them. */
const MAX_RESULTS_BYTES = 5_000_000;
/** Always given: nobody must ask again for what was done because of what was read beside it. */
const SMALL_BYTES = 8192;

const STRUCTURED_ONLY =
  "The result is in structuredContent only: it is too large to be repeated as text. For text, ask again with a smaller limit.";
const TOO_LARGE: CallToolResult = {
  content: [{ type: "text", text: "the result does not fit beside the others of this batch: ask for it alone" }],
  isError: true,
};

/**
 * Keeps the results of one request within what Lambda passes on. A result says everything twice, as text for clients that know no
 * structured content: a large one says it once.
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

const saidOnce = (result: CallToolResult): CallToolResult[] =>
  result.structuredContent === undefined ? [] : [{ ...result, content: [{ type: "text", text: STRUCTURED_ONLY }] }];
