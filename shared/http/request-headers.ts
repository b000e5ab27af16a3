import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** Headers arrive in lower case (API Gateway HTTP API payload 2.0). */
export const headerOf = (event: APIGatewayProxyEventV2, name: string): string | undefined => event.headers[name];

/** RFC 6750 section 2.1; the scheme is case-insensitive. */
export function bearerOf(event: APIGatewayProxyEventV2): string | undefined {
  return /^Bearer +([^\s,]+) *$/i.exec(headerOf(event, "authorization") ?? "")?.[1];
}

/**
 * D5: the address that the trusted edge wrote, told by the secret that only the edge knows; otherwise the connection's own.
 * `X-Forwarded-For` is never read: its left part is the caller's to invent.
 */
export function clientIpOf(event: APIGatewayProxyEventV2, originSecrets: readonly string[]): string {
  const isFromEdge = originSecrets.length > 0 && originSecrets.includes(headerOf(event, "x-origin-secret") ?? "");
  const viewer = isFromEdge ? headerOf(event, "x-viewer-ip") : undefined;
  return viewer || event.requestContext.http.sourceIp;
}
