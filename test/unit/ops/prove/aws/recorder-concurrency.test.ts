import { describe, expect, it } from "vitest";
import { recorderConcurrency } from "../../../../../ops/prove/aws/recorder-concurrency.ts";

const never = new AbortController().signal;

describe("recorderConcurrency()", () => {
  it("reserves nothing where an account has too little, or does not tell", async () => {
    const of = (unreserved: number | undefined) => {
      const found = unreserved === undefined ? undefined : { limit: 1000, unreserved };
      return recorderConcurrency({ concurrency: async () => found }, never);
    };
    expect([await of(1000), await of(120), await of(119), await of(10), await of(undefined)]).toEqual([
      20,
      20,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
