import { createContext, Script } from "node:vm";
import { isRecord } from "../template/intrinsics.ts";
import type { Message } from "./message.ts";

/** A viewer function returns the request to continue with, or an answer. */
export type Viewed =
  | { readonly kind: "request"; readonly message: Message }
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: string;
    };

export interface ViewerFunction {
  onRequest(message: Message, viewer: Viewer): Viewed;
  /** Returns the answer with its changed headers. */
  onResponse(
    message: Message,
    answer: { status: number; headers: Record<string, string> },
    viewer: Viewer,
  ): Record<string, string>;
}

export interface Viewer {
  readonly ip: string;
  readonly requestId: string;
  readonly domainName: string;
  readonly distributionId: string;
}

/** CloudFront accepts no larger function. */
const MAX_CODE_BYTES = 10_240;
/** CloudFront stops a function after about a millisecond of work. A shared machine needs more. */
const TIMEOUT_MS = 1_000;
/**
 * CloudFront fails a request if its function changes one of these headers (CloudFront Developer Guide, "Restrictions on
 * edge functions").
 */
const FORBIDDEN = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "via",
  "x-cache",
]);

/** Runs a function of runtime `cloudfront-js-2.0` unchanged: without modules, network, timers or `eval`. */
export function viewerFunction(name: string, runtime: unknown, code: string): ViewerFunction {
  if (runtime !== "cloudfront-js-2.0") throw new Error(`${name}: the runtime ${String(runtime)} is not known here`);
  if (Buffer.byteLength(code) > MAX_CODE_BYTES) throw new Error(`${name} is larger than ${MAX_CODE_BYTES} bytes`);
  const context = createContext({ console: { log: () => {} } }, { codeGeneration: { strings: false, wasm: false } });
  new Script(code, { filename: name }).runInContext(context, { timeout: TIMEOUT_MS });
  const run = (event: object): unknown => {
    const call = new Script(`JSON.stringify(handler(${JSON.stringify(event)}))`, { filename: `${name} call` });
    const answer: unknown = JSON.parse(String(call.runInContext(context, { timeout: TIMEOUT_MS })));
    return answer;
  };
  return {
    onRequest(message, viewer) {
      const answer = run(eventOf("viewer-request", message, viewer));
      if (!isRecord(answer)) throw new Error(`${name} answered no object`);
      if (typeof answer.statusCode === "number")
        return {
          kind: "answer",
          status: answer.statusCode,
          headers: valuesOf(answer.headers),
          body: bodyOf(answer.body),
        };
      const headers = valuesOf(answer.headers);
      refuseForbidden(name, message.headers, headers);
      return { kind: "request", message: { ...message, path: String(answer.uri), headers } };
    },
    onResponse(message, { status, headers }, viewer) {
      const event = {
        ...eventOf("viewer-response", message, viewer),
        response: { statusCode: status, headers: wrapped(headers) },
      };
      const answer = run(event);
      return valuesOf(isRecord(answer) ? answer.headers : {});
    },
  };
}

const bodyOf = (body: unknown): string => (isRecord(body) ? String(body.data ?? "") : String(body ?? ""));

function refuseForbidden(
  name: string,
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): void {
  const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (header) => FORBIDDEN.has(header) && before[header] !== after[header],
  );
  if (touched.length > 0)
    throw new Error(`${name} changes headers that no viewer function may change: ${touched.join(", ")}`);
}

const eventOf = (eventType: string, { method, path, query, headers }: Message, viewer: Viewer): object => ({
  version: "1.0",
  context: {
    distributionDomainName: viewer.domainName,
    distributionId: viewer.distributionId,
    eventType,
    requestId: viewer.requestId,
  },
  viewer: { ip: viewer.ip },
  request: {
    method,
    uri: path,
    querystring: Object.fromEntries([...new URLSearchParams(query)].map(([name, value]) => [name, { value }])),
    headers: wrapped(headers),
    cookies: {},
  },
});

const wrapped = (headers: Readonly<Record<string, string>>): Record<string, { value: string }> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, { value }]));

const valuesOf = (headers: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isRecord(headers) ? headers : {}).map(([name, one]) => [
      name,
      isRecord(one) ? String(one.value) : "",
    ]),
  );
