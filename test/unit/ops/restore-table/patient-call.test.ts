import { describe, expect, it } from "vitest";
import type { AwsAnswer } from "../../../../ops/doctor/aws-call.ts";
import { patientCall } from "../../../../ops/restore-table/patient-call.ts";

const REQUEST = { service: "iam", host: "iam.amazonaws.com", region: "us-east-1" };
const WELL: AwsAnswer = { status: 200, text: "well" };

/** Plays a service with these answers, in their order, and repeats the last one. */
function service(...answers: readonly (AwsAnswer | Error)[]) {
  const pauses: number[] = [];
  let calls = 0;
  const call = patientCall(
    async () => {
      const answer = answers[Math.min(calls, answers.length - 1)] ?? WELL;
      calls += 1;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    {
      pause: async (ms) => {
        pauses.push(ms);
      },
    },
  );
  return { call: (signal = new AbortController().signal) => call(REQUEST, signal), pauses, calls: () => calls };
}

describe("patientCall()", () => {
  it("asks again after an outage, a throttle and a lost answer", async () => {
    const { call, pauses } = service({ status: 500, text: "" }, { status: 429, text: "" }, new Error("lost"), WELL);
    expect(await call()).toEqual(WELL);
    expect(pauses).toEqual([500, 1000, 2000]);
  });

  it("gives back a refusal at once", async () => {
    const refusal = { status: 403, text: "no" };
    const { call, calls } = service(refusal);
    expect([await call(), calls()]).toEqual([refusal, 1]);
  });

  it("asks again when IAM throttles, which it does with a 400", async () => {
    const throttled = { status: 400, text: "<Error><Code>Throttling</Code><Message>Rate exceeded</Message></Error>" };
    const { call, calls } = service(throttled, WELL);
    expect([await call(), calls()]).toEqual([WELL, 2]);
  });

  it("ends after four tries, with what came last", async () => {
    const down = service({ status: 503, text: "down" });
    expect([await down.call(), down.calls()]).toEqual([{ status: 503, text: "down" }, 4]);
    const lost = service(new Error("lost"));
    await expect(lost.call()).rejects.toThrow("lost");
    expect(lost.calls()).toBe(4);
  });

  it("asks no more when the time is over", async () => {
    const { call, calls } = service(new Error("too late"));
    await expect(call(AbortSignal.abort())).rejects.toThrow("too late");
    expect(calls()).toBe(1);
  });
});
