import { createHash, timingSafeEqual } from "node:crypto";
import type { APIGatewayProxyEventV2 } from "aws-lambda";

/** Header names arrive in lower case (API Gateway HTTP API payload 2.0). */
export const headerOf = (event: APIGatewayProxyEventV2, name: string): string | undefined => event.headers[name];

/** Reads the bearer token (RFC 6750 section 2.1). The scheme is case-insensitive. */
export function bearerOf(event: APIGatewayProxyEventV2): string | undefined {
  return /^Bearer +([^\s,]+) *$/i.exec(headerOf(event, "authorization") ?? "")?.[1];
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest();

/**
 * Tells whether a request came through the edge, which proves itself by a secret that only it knows; false when there
 * is no edge. The comparison takes constant time, so that guesses reveal nothing.
 */
export function isFromEdge(event: APIGatewayProxyEventV2, originSecrets: readonly string[]): boolean {
  if (originSecrets.length === 0) return false;
  const given = digestOf(headerOf(event, "x-origin-secret") ?? "");
  return originSecrets.filter((secret) => timingSafeEqual(digestOf(secret), given)).length > 0;
}

/**
 * Returns the caller's address: the one that the trusted edge wrote, or else that of the connection (D5).
 * `X-Forwarded-For` is never read, because a caller can invent its left part.
 */
export function clientIpOf(event: APIGatewayProxyEventV2, originSecrets: readonly string[]): string {
  const viewer = isFromEdge(event, originSecrets) ? headerOf(event, "x-viewer-ip") : undefined;
  return viewer || event.requestContext.http.sourceIp;
}
