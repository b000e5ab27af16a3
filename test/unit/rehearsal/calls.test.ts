import { describe, expect, it } from "vitest";
import { patiently } from "../../../rehearsal/calls.ts";

describe("patiently()", () => {
  const answers = (...statuses: number[]) => {
    const left = [...statuses];
    const sent: number[] = [];
    const send = async (): Promise<Response> => {
      const status = left.shift() ?? 500;
      sent.push(status);
      return new Response("{}", { status, headers: { "retry-after": "0.01" } });
    };
    return { send, sent };
  };

  it("repeats a request that the rate limit refused, and no other", async () => {
    const limited = answers(429, 429, 202);
    expect([(await patiently(limited.send)).status, limited.sent]).toEqual([202, [429, 429, 202]]);
    const failing = answers(500);
    expect([(await patiently(failing.send)).status, failing.sent]).toEqual([500, [500]]);
  });

  it("gives up after ten tries", async () => {
    const limited = answers(...Array<number>(20).fill(429));
    expect([(await patiently(limited.send)).status, limited.sent.length]).toEqual([429, 10]);
  });
});
