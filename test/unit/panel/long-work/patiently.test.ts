import { describe, expect, it } from "vitest";
import { ApiError } from "../../../../panel/src/api/api-error.ts";
import { NotWantedError, patiently } from "../../../../panel/src/long-work/patiently.ts";

describe("a patient request", () => {
  const patience = (waits: number[], isWanted = () => true) => ({
    pace: { take: () => 0 },
    wait: async (ms: number) => void waits.push(ms),
    isWanted,
  });
  const answersOf = (errors: readonly Error[]) => {
    const left = [...errors];
    return async () => {
      const error = left.shift();
      if (error) throw error;
      return "done";
    };
  };

  it("waits as long as a 429 says, and through a short outage", async () => {
    const waits: number[] = [];
    const busy = new ApiError(429, "too many", { retryAfterSeconds: 7 });
    expect(await patiently(answersOf([busy, new ApiError(503, "down")]), patience(waits))).toBe("done");
    expect(waits).toEqual([7000, 4000]);
  });

  it("gives up after a few tries, and at once on a refusal", async () => {
    const waits: number[] = [];
    const busy = Array.from({ length: 9 }, () => new ApiError(429, "too many", { retryAfterSeconds: 1 }));
    await expect(patiently(answersOf(busy), patience(waits))).rejects.toThrow("too many");
    expect(waits).toEqual([1000, 1000, 1000]);
    await expect(patiently(answersOf([new ApiError(409, "no")]), patience(waits))).rejects.toThrow("no");
    expect(waits).toHaveLength(3);
  });

  it("is not sent when nobody wants it after the wait", async () => {
    await expect(
      patiently(
        answersOf([]),
        patience([], () => false),
      ),
    ).rejects.toThrow(NotWantedError);
  });
});
