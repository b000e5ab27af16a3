import { describe, expect, it } from "vitest";
import { patiently } from "../../../rehearsal/calls.ts";

describe("patiently()", () => {
  const answers = (...statuses: number[]) => {
    const left = [...statuses];
    const sent: number[] = [];
    const send = async (): Promise<Response> => {
      const status = left.shift() ?? 500;
      sent.push(status);
      return new Response("{}", { status });
    };
    return { send, sent };
  };

  it("repeats a request that the rate limit refused, and no other", async () => {
    const limited = answers(429, 429, 202);
    expect([(await patiently(limited.send, 1)).status, limited.sent]).toEqual([202, [429, 429, 202]]);
    const failing = answers(500);
    expect([(await patiently(failing.send, 1)).status, failing.sent]).toEqual([500, [500]]);
  });

  it("gives up after twenty tries", async () => {
    const limited = answers(...Array<number>(30).fill(429));
    expect([(await patiently(limited.send, 1)).status, limited.sent.length]).toEqual([429, 20]);
  });
});
