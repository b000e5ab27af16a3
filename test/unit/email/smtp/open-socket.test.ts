import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { openTcp } from "../../../../shared/email/smtp/open-socket.ts";

const HINT = "many networks, AWS Lambda among them, close port 25: use 587 or 465";
const ADDRESSES = [{ address: "192.0.2.1", family: 4 }] as const;

/** Returns the text of the error with which a connection fails when its socket fails so. */
const failing = (port: number, dial: () => Socket): Promise<string> => {
  const attempt = {
    signal: new AbortController().signal,
    stage: () => "connect" as const,
    hasLeft: false,
    refusals: 0,
    refusedRecipients: () => [],
  };
  return openTcp({ addresses: ADDRESSES, port, timeoutMs: 20, dial }, attempt).then(
    () => "it is open",
    (error: Error) => error.message,
  );
};
const silent = () => new Socket();
const failingWith = (error: Error) => () =>
  new Socket().on("newListener", function fail(this: Socket, name) {
    if (name === "close") setImmediate(() => this.destroy(error));
  });
const coded = (code: string) => Object.assign(new Error(code), { code });

describe("a mail server that cannot be reached", () => {
  it("is said to be silent, and on port 25 why it may be", async () => {
    expect(await failing(25, silent)).toBe(`connection failed: no answer within 20 ms (${HINT})`);
    expect(await failing(587, silent)).toBe("connection failed: no answer within 20 ms");
  });

  it.each([
    ["the system gives up first", coded("ETIMEDOUT"), true],
    ["it gives up on every address", new AggregateError([coded("ETIMEDOUT"), coded("ENETUNREACH")]), true],
    ["the server refuses", coded("ECONNREFUSED"), false],
    ["every address refuses", new AggregateError([coded("ECONNREFUSED")]), false],
  ])("on port 25, when %s", async (_when, error, isExplained) => {
    expect((await failing(25, failingWith(error))).includes(HINT)).toBe(isExplained);
  });
});
