import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** Headers arrive in lower case (API Gateway HTTP API payload 2.0). */
export const headerOf = (event: APIGatewayProxyEventV2, name: string): string | undefined => event.headers[name];

/** RFC 6750 section 2.1; the scheme is case-insensitive. */
export function bearerOf(event: APIGatewayProxyEventV2): string | undefined {
  return /^Bearer +([^\s,]+) *$/i.exec(headerOf(event, "authorization") ?? "")?.[1];
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The edge proves itself by a secret that only it knows; false where there is no edge. No answer's time tells how close a guess was. */
export function isFromEdge(event: APIGatewayProxyEventV2, originSecrets: readonly string[]): boolean {
  if (originSecrets.length === 0) return false;
  const given = digestOf(headerOf(event, "x-origin-secret") ?? "");
  return originSecrets.filter((secret) => timingSafeEqual(digestOf(secret), given)).length > 0;
}

/**
 * D5: the address that the trusted edge wrote, told by the secret that only the edge knows; otherwise the connection's own.
 * `X-Forwarded-For` is never read: its left part is the caller's to invent.
 */
export function clientIpOf(event: APIGatewayProxyEventV2, originSecrets: readonly string[]): string {
  const viewer = isFromEdge(event, originSecrets) ? headerOf(event, "x-viewer-ip") : undefined;
  return viewer || event.requestContext.http.sourceIp;
}
