import { randomUUID } from "node:crypto";
import * as z from "zod";
import type { Outcome } from "../lambda/runtime-api.ts";
import { type Answer, type Message, textAnswer } from "./message.ts";

export interface EventPlace {
  readonly account: string;
  readonly apiId: string;
  readonly domainName: string;
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly sourceIp: string;
  readonly requestId: string;
}

const TEXT_TYPES = /^(?:text\/|application\/(?:json|javascript|xml|x-www-form-urlencoded)|[^;]*\+(?:json|xml))/i;

/** Builds the event in which an HTTP API or a function URL passes a request to a function (payload format 2.0). */
export function functionEvent(message: Message, body: Buffer, place: EventPlace): object {
  const { cookie = "", ...headers } = message.headers;
  const { account, apiId, domainName, routeKey, pathParameters, sourceIp, requestId } = place;
  const query = queryOf(message.query);
  const now = new Date();
  return {
    version: "2.0",
    routeKey,
    rawPath: decodedPath(message.path),
    rawQueryString: message.query,
    ...(cookie !== "" && { cookies: cookie.split(/;\s*/) }),
    headers,
    ...(Object.keys(query).length > 0 && { queryStringParameters: query }),
    ...(Object.keys(pathParameters).length > 0 && { pathParameters }),
    requestContext: {
      accountId: account,
      apiId,
      domainName,
      domainPrefix: domainName.split(".")[0],
      http: {
        method: message.method,
        path: decodedPath(message.path),
        protocol: "HTTP/1.1",
        sourceIp,
        userAgent: headers["user-agent"] ?? "",
      },
      requestId,
      routeKey,
      stage: "$default",
      time: now.toUTCString(),
      timeEpoch: now.getTime(),
    },
    ...bodyOf(headers["content-type"], body),
  };
}

/** Decodes the path as the gateway does. A path that cannot be decoded stays unchanged. */
function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function queryOf(text: string): Record<string, string> {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries([...new Set(parameters.keys())].map((name) => [name, parameters.getAll(name).join(",")]));
}

function bodyOf(type: string | undefined, body: Buffer): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const text = body.toString("utf8");
  const isText = TEXT_TYPES.test(type ?? "") && Buffer.from(text, "utf8").equals(body);
  return isText ? { body: text, isBase64Encoded: false } : { body: body.toString("base64"), isBase64Encoded: true };
}

const answered = z.looseObject({
  statusCode: z.int(),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({}),
  cookies: z.array(z.string()).default([]),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
});

/**
 * Converts the payload of a function to an answer. If the function failed or returned something else, the gateway's own
 * answer is returned.
 */
export function functionAnswer(outcome: Outcome): Answer {
  if (outcome.kind === "failed") return outcome.errorType === "Sandbox.Timedout" ? unavailable : internalError;
  const read = answered.safeParse(parsed(outcome.payload));
  if (!read.success) return internalError;
  const { statusCode, headers, cookies, body, isBase64Encoded } = read.data;
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    status: statusCode,
    headers: { ...lower, ...(cookies.length > 0 && { "set-cookie": cookies }) },
    body: Buffer.from(body, isBase64Encoded ? "base64" : "utf8"),
  };
}

/** Builds an answer with a gateway's own message. */
const own = (status: number, message: string): Answer =>
  textAnswer(status, "application/json", JSON.stringify({ message }));
const internalError = own(500, "Internal Server Error");
const unavailable = own(503, "Service Unavailable");
export const notFound = own(404, "Not Found");
export const tooLong = own(413, "Request Too Long");
export const tooMany = own(429, "Too Many Requests");

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}

export const newRequestId = (): string => randomUUID();
