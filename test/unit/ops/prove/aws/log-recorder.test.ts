import { describe, expect, it } from "vitest";
import { awsAt } from "../../../../../ops/prove/aws/aws-at.ts";
import { LogRecorder } from "../../../../../ops/prove/aws/log-recorder.ts";
import { ProofAccount } from "../../../../support/a-proof-account.ts";

const never = new AbortController().signal;
const line = (path: string) => ({ path, headers: {}, body: "{}", atMs: 1 });

describe("LogRecorder", () => {
  it("returns each line once, however often it is read, and reads on from the newest", async () => {
    const account = new ProofAccount("prove-a1");
    const starts: number[] = [];
    const aws = awsAt((request, signal) => {
      starts.push((JSON.parse(request.body ?? "{}") as { startTime: number }).startTime);
      return account.aws(request, signal);
    }, "eu-central-1");
    const recorder = new LogRecorder(aws, { url: "https://r.lambda-url.on.aws/", logGroupName: "g", sharedMs: 0 });
    expect(recorder.url).toBe("https://r.lambda-url.on.aws");
    account.record(line("/mail"));
    expect((await recorder.received(never)).map(({ path }) => path)).toEqual(["/mail"]);
    account.record(line("/webhook"));
    expect((await recorder.received(never)).map(({ path }) => path)).toEqual(["/mail", "/webhook"]);
    expect(starts[0]).toBe(0);
    expect(starts[1]).toBeGreaterThan(Date.now() - 120_000);
  });

  it("asks once for many who ask at once", async () => {
    const account = new ProofAccount("prove-a1");
    const recorder = new LogRecorder(awsAt(account.aws, "r"), { url: "https://r", logGroupName: "g" });
    await Promise.all([recorder.received(never), recorder.received(never), recorder.received(never)]);
    expect(account.needs.map(({ action }) => action)).toEqual(["logs:FilterLogEvents"]);
  });

  it("says what the service refuses", async () => {
    const aws = awsAt(
      async () => ({ status: 400, text: '{"message":"The specified log group does not exist."}' }),
      "r",
    );
    const recorder = new LogRecorder(aws, { url: "https://r", logGroupName: "g" });
    await expect(recorder.received(never)).rejects.toThrow(
      "logs FilterLogEvents: The specified log group does not exist.",
    );
  });
});
