import * as z from "zod";

const CALL_MS = 30_000;
/** The engine checks no signature, but wants to see one. DynamoDB Local keeps tables by access key and region. */
const authorizationOf = (accessKeyId: string): string =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=local`;

const failure = z.looseObject({ __type: z.string(), message: z.string().default("") });

/** An error by DynamoDB's own name of it. */
export class TableError extends Error {
  override readonly name = "TableError";
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export type EngineCall = (operation: string, input: object, api?: "DynamoDB" | "DynamoDBStreams") => Promise<unknown>;

/** Calls of an embedded engine in its own wire format: items pass through as they are. */
export function engineCall(endpoint: string, accessKeyId = "local"): EngineCall {
  const authorization = authorizationOf(accessKeyId);
  return async (operation, input, api = "DynamoDB") => {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/x-amz-json-1.0",
        "x-amz-target": `${api}_20120810.${operation}`,
        "x-amz-date": "20260101T000000Z",
        authorization,
      },
      body: JSON.stringify(input),
      signal: AbortSignal.timeout(CALL_MS),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const { __type, message } = failure.parse(answer);
    throw new TableError(__type.split("#").at(-1) ?? __type, message);
  };
}
