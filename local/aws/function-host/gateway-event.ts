import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { APIGatewayProxyEventV2 } from "aws-lambda";
import type { RouteMatch } from "./route-table.ts";

const TEXT_TYPES = /^(?:text\/|application\/(?:json|javascript|xml|x-www-form-urlencoded)|[^;]*\+(?:json|xml))/i;

/** The request's target. Put behind a host rather than resolved against one: `//x/y` is a path, and `//` no address at all. */
export function requestUrl({ url = "/" }: IncomingMessage): URL {
  if (url.startsWith("/")) return new URL(`http://localhost${url}`);
  return URL.parse(url) ?? new URL("http://localhost/*");
}

/** One request as an API Gateway HTTP API hands it to a function (payload format 2.0). */
export function gatewayEvent(
  request: IncomingMessage,
  { routeKey, pathParameters }: RouteMatch,
  body: Buffer,
): APIGatewayProxyEventV2 {
  const url = requestUrl(request);
  const headers = headersOf(request);
  const method = request.method ?? "GET";
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers,
    ...(url.search ? { queryStringParameters: queryOf(url) } : {}),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters } : {}),
    requestContext: {
      accountId: "000000000000",
      apiId: "local",
      domainName: request.headers.host ?? "localhost",
      domainPrefix: "local",
      http: {
        method,
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
    ...bodyOf(headers["content-type"], body),
  };
}

/** Repeated headers arrive joined by commas. */
function headersOf(request: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, values = []] of Object.entries(request.headersDistinct)) headers[name] = values.join(",");
  return headers;
}

/** Repeated parameters arrive joined by commas. */
function queryOf(url: URL): Record<string, string> {
  const query: Record<string, string> = {};
  for (const name of new Set(url.searchParams.keys())) query[name] = url.searchParams.getAll(name).join(",");
  return query;
}

/** Text as text, everything else as base64; text that is not UTF-8 too, so that not a byte is lost on the way. */
function bodyOf(contentType: string | undefined, body: Buffer): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const text = body.toString("utf8");
  const isText = TEXT_TYPES.test(contentType ?? "") && Buffer.from(text, "utf8").equals(body);
  return isText ? { body: text, isBase64Encoded: false } : { body: body.toString("base64"), isBase64Encoded: true };
}
