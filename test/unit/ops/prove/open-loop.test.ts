import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openLoop } from "../../../../ops/prove/open-loop.ts";

const never = new AbortController().signal;

describe("openLoop()", () => {
  it("sends at its rate, whatever the answers take", async () => {
    let open = 0;
    let most = 0;
    const sent = await openLoop(
      { perSecond: 100, seconds: 0.5 },
      async () => {
        open += 1;
        most = Math.max(most, open);
        await pause(100);
        open -= 1;
        return undefined;
      },
      never,
    );
    expect(sent).toHaveLength(50);
    expect(most).toBeGreaterThan(3);
    expect(Math.min(...sent.map(({ ms }) => ms))).toBeGreaterThan(90);
  });

  it("keeps why a request was refused, or failed", async () => {
    const answers = ["answered 500", undefined];
    const send = async (index: number) => {
      if (index === 2) throw new Error("no connection");
      return answers[index];
    };
    const sent = await openLoop({ perSecond: 100, seconds: 0.03 }, send, never);
    expect(sent.map(({ refusal }) => refusal)).toEqual(["answered 500", undefined, "Error: no connection"]);
  });

  it("ends when a service stands still", async () => {
    const hangs = () => new Promise<undefined>(() => {});
    await expect(openLoop({ perSecond: 100_000, seconds: 1 }, hangs, never)).rejects.toThrow(
      "500 requests were open at once",
    );
  });

  it("stops when it is interrupted", async () => {
    const controller = new AbortController();
    const sending = openLoop({ perSecond: 10, seconds: 60 }, async () => undefined, controller.signal);
    controller.abort();
    await expect(sending).rejects.toThrow("aborted");
  });
});
