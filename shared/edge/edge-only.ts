import type { APIGatewayProxyEventV2 } from "aws-lambda";
import { type HttpAnswer, jsonAnswer } from "./http-answer.ts";
import { isFromEdge } from "./request-headers.ts";

/** What whoever comes past the edge is told; undefined for everybody else, and where there is no edge. */
export function refusalPastEdge(
  event: APIGatewayProxyEventV2,
  originSecrets: readonly string[],
): HttpAnswer | undefined {
  if (originSecrets.length === 0 || isFromEdge(event, originSecrets)) return undefined;
  return jsonAnswer(403, { error: "forbidden" });
}
