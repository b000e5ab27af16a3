import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";

/**
 * Returns the URL of a request. The request's target is appended to a host and not resolved against it, so that `//x/y`
 * is a path, and not a host with a path.
 */
export function requestUrl({ url = "/" }: IncomingMessage): URL {
  if (url.startsWith("/")) return new URL(`http://localhost${url}`);
  return URL.parse(url) ?? new URL("http://localhost/*");
}

export interface GatewayMatch {
  /** Has the form `GET /path/{id}`, or is `$default`. */
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/**
 * Turns a request that a server received into the event that an API Gateway HTTP API passes to a function (payload
 * format 2.0), without the body.
 */
export function gatewayEvent(
  request: IncomingMessage,
  { routeKey, pathParameters }: GatewayMatch,
): APIGatewayProxyEventV2 {
  const url = requestUrl(request);
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: headersOf(request),
    ...(url.search ? { queryStringParameters: queryOf(url) } : {}),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: request.headers.host ?? "localhost",
      domainPrefix: "local",
      http: {
        method: request.method ?? "GET",
        path: url.pathname,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? "",
        userAgent: request.headers["user-agent"] ?? "",
      },
      requestId: randomUUID(),
      routeKey,
      stage: "$default",
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    isBase64Encoded: false,
  };
}

/** The gateway joins repeated headers with commas. */
function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(request.headersDistinct).map(([name, values = []]) => [name, values.join(",")]),
  );
}

/** The gateway joins repeated parameters with commas. */
function queryOf(url: URL): Record<string, string> {
  const names = [...new Set(url.searchParams.keys())];
  return Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name).join(",")]));
}

export interface InvocationLimits {
  readonly functionName: string;
  readonly requestId: string;
  readonly timeoutMs: number;
}

/** Makes the part of Lambda's context that functions read. */
export function invocationContext({ functionName, requestId, timeoutMs }: InvocationLimits): Context {
  const endsAt = Date.now() + timeoutMs;
  const ignored = () => {};
  return {
    functionName,
    functionVersion: "$LATEST",
    invokedFunctionArn: "",
    memoryLimitInMB: "",
    awsRequestId: requestId,
    logGroupName: "",
    logStreamName: "",
    callbackWaitsForEmptyEventLoop: false,
    getRemainingTimeInMillis: () => Math.max(0, endsAt - Date.now()),
    done: ignored,
    fail: ignored,
    succeed: ignored,
  };
}
