import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { asTraceId } from "../kernel/trace.ts";
import { headerOf } from "./request-headers.ts";

/**
 * W3C Trace Context, section 3.2: version 00 has exactly these four fields; a later version may add some. `ff` is not a
 * version, and an id of zeros is invalid.
 */
const TRACE_PARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/**
 * X-Ray writes the same 128 bits with a version before them and a hyphen inside (AWS X-Ray Developer Guide, "Sending
 * trace data").
 */
const XRAY_ROOT = /(?:^|;)\s*Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/;

/** Returns the caller's trace id, or undefined for an invalid header. */
export function traceIdOfParent(header: string | undefined): string | undefined {
  const [, version, traceId, more] = TRACE_PARENT.exec(header?.trim() ?? "") ?? [];
  return version === "00" && more !== undefined ? undefined : asTraceId(traceId);
}

/** Returns the id that AWS gave the request when it came in. */
export function traceIdOfRoot(header: string | undefined): string | undefined {
  const [, time, rest] = XRAY_ROOT.exec(header ?? "") ?? [];
  return time === undefined ? undefined : asTraceId(`${time}${rest}`);
}

/**
 * Returns the caller's trace id, or else that of AWS, so that their own records lead to ours; undefined for a request
 * that has neither.
 */
export const traceIdOf = (event: APIGatewayProxyEventV2): string | undefined =>
  traceIdOfParent(headerOf(event, "traceparent")) ?? traceIdOfRoot(headerOf(event, "x-amzn-trace-id"));
