import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** The answers to requests that Node's parser could not read, by its error code; everything else is a bad request. */
const STATUS_OF: Readonly<Record<string, number>> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 };

/** D2: what the gateway itself says is JSON with an `x-request-id` too. */
export function answerUnreadableRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS_OF[error.code ?? ""] ?? 400;
  const reason = STATUS_CODES[status] ?? "";
  const body = JSON.stringify({ error: reason.toLowerCase() });
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
