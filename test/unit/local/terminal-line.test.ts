import { WriteStream } from "node:tty";
import { describe, expect, it } from "vitest";
import { colourFor, terminalLine } from "../../../local/terminal-line.ts";

const TERMINAL = { isTTY: true, getColorDepth: WriteStream.prototype.getColorDepth };
const COLOURED = colourFor(TERMINAL, { TERM: "xterm-256color" });
const PLAIN = colourFor({ isTTY: false });

const AT = "2026-11-23T14:07:39.950Z";
const TIME = new Date(AT).toTimeString().slice(0, 8);
const line = (message: string, fields: object, level = "INFO") =>
  JSON.stringify({ level, message, timestamp: AT, service: "herald", sampling_rate: 0, function: "f", ...fields });
const shown = (text: string) => terminalLine(text, PLAIN);
const request = (fields: object) => shown(line("http.request", fields));

describe("a line at the terminal", () => {
  it("says of a request the status, the route, the time it took and the id", () => {
    expect(request({ operation: "createNotification", status: 202, durationMs: 34, id: "01a2" })).toBe(
      `${TIME}  202  POST /api/v1/notifications  34 ms  01a2`,
    );
    expect(request({ operation: "jsonRpc", status: 200, durationMs: 3 })).toBe(`${TIME}  200  POST /mcp  3 ms`);
  });

  it("says why a request was refused", () => {
    expect(request({ operation: "getNotification", status: 401, durationMs: 2, refusal: "unauthorized" })).toBe(
      `${TIME}  401  GET /api/v1/notifications/{id}  2 ms  unauthorized`,
    );
  });

  it.each([
    [{ to: "sent", answer: "taken", code: 250 }, "sent  email, attempt 1  12 ms  01a2"],
    [{ to: "failed", answer: "refused", code: 550 }, "failed  email, attempt 1  refused 550  12 ms  01a2"],
    [{ to: "pending", answer: "deferred", code: 451 }, "retrying  email, attempt 1  deferred 451  12 ms  01a2"],
    [{ to: "failed" }, "failed  email, attempt 1  12 ms  01a2"],
  ])("says of an attempt what became of it: %j", (fields, said) => {
    const attempt = { channel: "email", attempts: 1, durationMs: 12, id: "01a2", ...fields };
    expect(shown(line("notification.attempted", attempt))).toBe(`${TIME}  ${said}`);
  });

  it("is left out for questions that an open page or a watcher repeats, unless they fail", () => {
    expect(request({ operation: "listPanelNotifications", status: 200, durationMs: 3 })).toBeUndefined();
    expect(request({ operation: "getLiveness", status: 200, durationMs: 3 })).toBeUndefined();
    expect(request({ operation: "listEvents", status: 200, durationMs: 3 })).toBeUndefined();
    expect(request({ operation: "listEvents", status: 400, durationMs: 3 })).toContain("400");
    expect(request({ operation: "getReadiness", status: 503, durationMs: 3 })).toContain("503");
  });

  it("is left out for measurements and inner steps", () => {
    expect(shown('{"_aws":{"Timestamp":1},"sent":1}')).toBeUndefined();
    expect(shown(line("chat_topic.subscribed", {}))).toBeUndefined();
  });

  it("says all of a warning and of an error, in bounds", () => {
    const error = { name: "TypeError", message: "x".repeat(500), stack: "at y" };
    const said = shown(line("delivery.crashed", { id: "01a2", error }, "ERROR"));
    expect(said).toMatch(/^\S+ {2}error {2}delivery\.crashed {2}id=01a2 error=TypeError: x{100,120}…$/);
    expect(shown(line("odd", { list: [1], nothing: null }, "WARN"))).toBe(`${TIME}  warn  odd  list=[1] nothing=null`);
  });

  it("leaves the stack of a function that threw to the log", () => {
    const error = "Error: the table does not answer\n    at run (worker.ts:1:2)\n    at main (worker.ts:3:4)";
    expect(shown(line("schedule.crashed", { function: "sweep", error }, "ERROR"))).toBe(
      `${TIME}  error  schedule.crashed  error=Error: the table does not answer`,
    );
  });

  it("passes on what is no line of a function", () => {
    expect(shown("ready")).toBe("ready");
    expect(shown("{not json")).toBe("{not json");
    expect(shown('{"a":1}')).toBe('{"a":1}');
  });

  it("has colours in a terminal", () => {
    const said = terminalLine(line("http.request", { operation: "getStatus", status: 200, durationMs: 1 }), COLOURED);
    expect(said).toContain("\u001b[32m200\u001b[39m");
  });
});

it.each([
  ["has colours", { TERM: "xterm-256color" }, COLOURED],
  ["was asked for none", { TERM: "xterm-256color", NO_COLOR: "1" }, PLAIN],
  ["has none", { TERM: "dumb" }, PLAIN],
])("has the colours of a terminal that %s", (_which, env, colour) => {
  expect(colourFor(TERMINAL, env)("red", "404")).toBe(colour("red", "404"));
});
