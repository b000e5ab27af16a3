import { Agent, type IncomingMessage, type RequestOptions, request } from "node:http";
import { json } from "node:stream/consumers";
import * as z from "zod";

const CALL_MS = 30_000;
/** The engine checks no signature but requires one. DynamoDB Local separates tables by access key and region. */
const authorizationOf = (accessKeyId: string): string =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local`;

const failure = z.looseObject({ __type: z.string(), message: z.string().default("") });

/** An error with DynamoDB's own name for it. */
export class TableError extends Error {
  override readonly name = "TableError";
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export type EngineCall = (operation: string, input: object, api?: "DynamoDB" | "DynamoDBStreams") => Promise<unknown>;

/** Calls an embedded engine in its wire format, so that items pass through unchanged. */
export function engineCall(endpoint: string, accessKeyId = "local"): EngineCall {
  const agent = new Agent({ keepAlive: true });
  const common = {
    "content-type": "application/x-amz-json-1.0",
    "x-amz-date": "20260101T000000Z",
    authorization: authorizationOf(accessKeyId),
  };
  return async (operation, input, api = "DynamoDB") => {
    const headers = { ...common, "x-amz-target": `${api}_20120810.${operation}` };
    const { statusCode, answer } = await post(endpoint, JSON.stringify(input), { agent, headers });
    if (statusCode === 200) return answer;
    const { __type, message } = failure.parse(answer);
    throw new TableError(__type.split("#").at(-1) ?? __type, message);
  };
}

/**
 * Streams are polled all day even if nothing happens, and `node:http` takes a third of the processor time of `fetch`.
 */
async function post(endpoint: string, body: string, options: RequestOptions) {
  const response = await new Promise<IncomingMessage>((answered, failed) => {
    const sent = request(endpoint, { ...options, method: "POST" }, answered).on("error", failed);
    sent.setTimeout(CALL_MS, () => sent.destroy(new Error(`${endpoint} did not answer within ${CALL_MS / 1000} s`)));
    sent.end(body);
  });
  const answer: unknown = await json(response);
  return { statusCode: response.statusCode, answer };
}
