import type { MessageAttributeValue } from "@aws-sdk/client-sqs";
import { currentTrace, TRACE_ATTRIBUTE } from "../../kernel/trace.ts";

interface Traced {
  readonly MessageAttributes?: Record<string, MessageAttributeValue>;
}

/**
 * Attaches the trace id of the current work to a message, so that the worker that takes the message continues with the
 * same id.
 */
export function traceAttribute(): Traced {
  const trace = currentTrace();
  if (trace === undefined) return {};
  return { MessageAttributes: { [TRACE_ATTRIBUTE]: { DataType: "String", StringValue: trace.traceId } } };
}
