import type { IncomingHttpHeaders, ServerResponse } from "node:http";

/** A request with its complete body. */
export interface Call {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** The response, to which answers that stay open write directly. */
  readonly response: ServerResponse;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The handler has taken over the response, to keep it open or to never answer. */
export const TAKEN_OVER = "taken over";

export const jsonReply = (status: number, content: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(content),
});

export const errorReply = (status: number, error: string, headers?: Record<string, string>): Reply =>
  jsonReply(status, { error }, headers);

/** The caller of the control API has made a mistake. */
export class BadRequestError extends Error {
  override name = "BadRequestError";
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}
