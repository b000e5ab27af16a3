import { Duplex } from "node:stream";
import { describe, expect, it } from "vitest";
import { answerUnreadableRequest } from "../../../shared/edge/unreadable-request.ts";

const failure = (code?: string): NodeJS.ErrnoException => Object.assign(new Error("Parse Error"), code ? { code } : {});

/** Represents the caller's end of a connection, which keeps the written bytes. */
function aConnection() {
  const chunks: Buffer[] = [];
  const socket = new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  return { socket, written: () => Buffer.concat(chunks).toString() };
}

function answered(error: NodeJS.ErrnoException) {
  const { socket, written } = aConnection();
  answerUnreadableRequest(error, socket);
  const [head = "", body = ""] = written().split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(lines.map((line) => line.split(": ", 2)));
  return { socket, statusLine, headers, body };
}

describe("a request that cannot be read", () => {
  it.each([
    ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
    ["HPE_INVALID_METHOD", "400 Bad Request"],
    [undefined, "400 Bad Request"],
  ])("%s is answered %s, in JSON as every other refusal (D2)", (code, status) => {
    const { statusLine, headers, body, socket } = answered(failure(code));
    expect(statusLine).toBe(`HTTP/1.1 ${status}`);
    expect(JSON.parse(body)).toEqual({
      error: status.slice(4).toLowerCase(),
      code: status.slice(4).toLowerCase().replaceAll(" ", "_"),
    });
    expect(headers).toEqual({
      "content-type": "application/json",
      "content-length": String(body.length),
      "cache-control": "no-store",
      "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      connection: "close",
    });
    expect(socket.writableEnded).toBe(true);
  });

  it("has an id of its own each time", () => {
    const ids = [answered(failure()), answered(failure())].map(({ headers }) => headers["x-request-id"]);
    expect(new Set(ids).size).toBe(2);
  });

  it("is not answered when its caller has gone", () => {
    const { socket, written } = aConnection();
    answerUnreadableRequest(failure("ECONNRESET"), socket);
    expect([written(), socket.destroyed]).toEqual(["", true]);
  });

  it("is not answered where nothing can be written any more", () => {
    const { socket, written } = aConnection();
    socket.end();
    answerUnreadableRequest(failure("HPE_INVALID_METHOD"), socket);
    expect([written(), socket.destroyed]).toEqual(["", true]);
  });
});
