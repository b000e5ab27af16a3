import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { OTHER_STATUS_OF, type OtherErrorCode } from "./contract/refusal-status.ts";

/**
 * The codes with which requests are answered that Node's parser cannot read, by the parser's error. Any other error is
 * answered as a bad request.
 */
const CODE_OF: Readonly<Record<string, OtherErrorCode>> = {
  HPE_HEADER_OVERFLOW: "request_header_fields_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

/** Answers a request that Node's parser cannot read. This answer, too, is JSON with an `x-request-id` (D2). */
export function answerUnreadableRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const code = CODE_OF[error.code ?? ""] ?? "bad_request";
  const status = OTHER_STATUS_OF[code];
  const reason = STATUS_CODES[status] ?? "";
  const body = JSON.stringify({ error: reason.toLowerCase(), code });
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
    "cache-control: no-store",
    `x-request-id: ${randomUUID()}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
