/** An answer in the gateway's format. */
export interface HttpAnswer {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

export const JSON_TYPE = "application/json";

export const jsonAnswer = (
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpAnswer => ({
  statusCode,
  headers: { "content-type": JSON_TYPE, ...headers },
  body: JSON.stringify(body),
});
