import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { Route } from "./contract/route.ts";

/** Put behind a host rather than resolved against one: `//x/y` is a path, and `//` no address at all. */
export const pathOf = ({ url = "/" }: IncomingMessage): string =>
  (url.startsWith("/") ? new URL(`http://localhost${url}`) : URL.parse(url))?.pathname ?? "/*";

export interface WebMatch {
  readonly route: Route;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** The route of a request among a server's own. */
export function webMatch(routes: readonly Route[], method: string, path: string): WebMatch | undefined {
  const given = path.split("/");
  for (const route of routes) {
    const pattern = route.path.split("/");
    if (route.method !== method || pattern.length !== given.length) continue;
    const pathParameters: Record<string, string> = {};
    const isMatch = pattern.every((part, i) => {
      const value = given[i] ?? "";
      if (!part.startsWith("{")) return part === value;
      pathParameters[part.slice(1, -1)] = decoded(value);
      return value !== "";
    });
    if (isMatch) return { route, pathParameters };
  }
  return undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The head of a request in the form in which gateways hand it to a function: the same frame takes both. The body stays in its stream. */
export function webEvent(request: IncomingMessage, match: WebMatch | undefined): APIGatewayProxyEventV2 {
  const method = request.method ?? "GET";
  const path = pathOf(request);
  const routeKey = match === undefined ? "$default" : `${match.route.method} ${match.route.path}`;
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(request.headersDistinct)) headers[name] = values.join(",");
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath: path,
    rawQueryString: "",
    headers,
    pathParameters: { ...match?.pathParameters },
    requestContext: {
      accountId: "",
      apiId: "",
      domainName: request.headers.host ?? "",
      domainPrefix: "",
      http: {
        method,
        path,
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

/** What the frame expects of a function's surroundings: it gives up by itself when the time is over. */
export function webContext(functionName: string, requestId: string, limitMs: number): Context {
  const endsAt = Date.now() + limitMs;
  const ignored = () => {};
  return {
    functionName,
    functionVersion: "",
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
