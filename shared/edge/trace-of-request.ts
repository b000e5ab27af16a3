import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { asTraceId } from "../kernel/trace.ts";
import { headerOf } from "./request-headers.ts";

/**
 * W3C Trace Context, section 3.2: version 00 has these four fields and no more; a later version may add some. `ff` is no version, and an
 * id of zeros is none.
 */
const TRACE_PARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/** X-Ray writes the same 128 bits with a version before them and a hyphen within (AWS X-Ray Developer Guide, "Sending trace data"). */
const XRAY_ROOT = /(?:^|;)\s*Root=1-([0-9a-f]{8})-([0-9a-f]{24})(?:;|$)/;

/** The caller's trace id; undefined for a header that is none. */
export function traceIdOfParent(header: string | undefined): string | undefined {
  const [, version, traceId, more] = TRACE_PARENT.exec(header?.trim() ?? "") ?? [];
  return version === "00" && more !== undefined ? undefined : asTraceId(traceId);
}

/** The id that AWS's own front gave the request. */
export function traceIdOfRoot(header: string | undefined): string | undefined {
  const [, time, rest] = XRAY_ROOT.exec(header ?? "") ?? [];
  return time === undefined ? undefined : asTraceId(`${time}${rest}`);
}

/** The caller's, else the front's, so that its own records can be found by it; undefined for a request that has none. */
export const traceIdOf = (event: APIGatewayProxyEventV2): string | undefined =>
  traceIdOfParent(headerOf(event, "traceparent")) ?? traceIdOfRoot(headerOf(event, "x-amzn-trace-id"));
