import type { MessageAttributeValue } from "@aws-sdk/client-sqs";
import { currentTrace, TRACE_ATTRIBUTE } from "../../kernel/trace.ts";

interface Traced {
  readonly MessageAttributes?: Record<string, MessageAttributeValue>;
}

/** The id of the work that sends a message, for the worker that takes it. */
export function traceAttribute(): Traced {
  const trace = currentTrace();
  if (trace === undefined) return {};
  return { MessageAttributes: { [TRACE_ATTRIBUTE]: { DataType: "String", StringValue: trace.traceId } } };
}
