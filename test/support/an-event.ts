import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import type { Route } from "../../shared/edge/contract/route.ts";

export interface EventChanges {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
  readonly base64?: boolean;
  readonly pathParameters?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly sourceIp?: string;
  readonly method?: string;
  readonly path?: string;
}

/** Builds a request as the gateway passes it on; a test passes only the fields that it is about. */
export function anEvent(route: Pick<Route, "method" | "path">, changes: EventChanges = {}): APIGatewayProxyEventV2 {
  const { headers = {}, body, base64 = false, pathParameters = {}, query, sourceIp = "192.0.2.1" } = changes;
  const method = changes.method ?? route.method;
  const path = changes.path ?? route.path.replace(/\{(\w+)\}/g, (_, name: string) => pathParameters[name] ?? name);
  const text = typeof body === "object" ? JSON.stringify(body) : body;
  return {
    version: "2.0",
    routeKey: `${route.method} ${route.path}`,
    rawPath: path,
    rawQueryString: "",
    headers: { ...(text === undefined ? {} : { "content-type": "application/json" }), ...headers },
    pathParameters,
    ...(query ? { queryStringParameters: query } : {}),
    requestContext: {
      accountId: "0",
      apiId: "test",
      domainName: "localhost",
      domainPrefix: "localhost",
      http: { method, path, protocol: "HTTP/1.1", sourceIp, userAgent: "" },
      requestId: "request-1",
      routeKey: "",
      stage: "$default",
      time: "",
      timeEpoch: 0,
    },
    ...(text === undefined ? {} : { body: base64 ? Buffer.from(text, "latin1").toString("base64") : text }),
    isBase64Encoded: base64,
  };
}

/** Lambda gives this name to the function that is called. */
export const FUNCTION_NAME = "herald-service-test-function";

export const aContext = { functionName: FUNCTION_NAME, getRemainingTimeInMillis: () => 20_000 } as Context;
