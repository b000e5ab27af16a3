import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Faults } from "../../../rehearsal/faults.ts";
import { type Lambda, startLambda } from "../../../rehearsal/lambda/lambda.ts";
import { MetricStore } from "../../../rehearsal/metrics/metric-store.ts";

const RESERVED = { _HANDLER: "index.handler", LAMBDA_TASK_ROOT: "/var/task" };
let folder = "";
let lambda: Lambda;
let metrics: MetricStore;
let faults: Faults;
let lines: string[] = [];
beforeEach(() => {
  lines = [];
  metrics = new MetricStore(Date.now);
  faults = new Faults();
});
afterEach(async () => {
  await lambda.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Creates a function with this code, and with the variable `OWN`. */
async function withFunction(code: string): Promise<(event?: unknown) => Promise<unknown>> {
  folder = await mkdtemp(join(tmpdir(), "herald-lambda-"));
  await writeFile(join(folder, "index.mjs"), code);
  const limits = { handler: "index.handler", timeoutSeconds: 2, memoryMb: 128, concurrency: 2, isInNetwork: false };
  const place = {
    name: "fn",
    arn: "arn:aws:lambda:eu-central-1:123456789012:function:fn",
    folder,
    logGroup: "",
    role: "",
  };
  lambda = startLambda({
    functions: [{ ...place, ...limits, environment: { OWN: "template" } }],
    platform: {
      preload: () => "data:text/javascript,",
      reserved: () => RESERVED,
      onLine: (_, line) => void lines.push(line),
    },
    retries: new Map(),
    put: metrics.put,
    faults,
  });
  return (event = {}) => lambda.invoke("fn", event);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("functions of a rehearsal", () => {
  it("leave no process behind that was starting when all were stopped, and begin none after that", async () => {
    const invoke = await withFunction(`
      import { setTimeout as pause } from "node:timers/promises";
      console.log(process.pid);
      await pause(300);
      export const handler = () => 1;`);
    const asked = invoke();
    await expect.poll(() => lines.length).toBe(1);
    await lambda.stop();
    expect(isRunning(Number(lines[0]))).toBe(false);
    expect(await invoke()).toMatchObject({ kind: "failed" });
    await asked;
  });

  it("begin every call in another process while that is asked for", async () => {
    const invoke = await withFunction("export const handler = () => process.pid;");
    const first = await invoke();
    expect(await invoke()).toEqual(first);
    const mend = faults.break("process", "fn");
    expect(await invoke()).not.toEqual(first);
    mend();
    expect(lambda.starts.get("fn")).toBe(2);
  });

  it("have the template's variables, those that Lambda reserves, and no others", async () => {
    const invoke = await withFunction("export const handler = () => Object.keys(process.env).sort();");
    const names = ["AWS_LAMBDA_RUNTIME_API", "LAMBDA_TASK_ROOT", "OWN", "_HANDLER", "_X_AMZN_TRACE_ID"];
    expect(await invoke()).toEqual({ kind: "answered", payload: JSON.stringify(names) });
  });

  it("keep their process from one call to the next", async () => {
    const invoke = await withFunction("let calls = 0; export const handler = () => ++calls;");
    await invoke();
    expect(await invoke()).toEqual({ kind: "answered", payload: "2" });
    expect(lambda.starts.get("fn")).toBe(1);
  });

  it("get another process when theirs has ended between two calls", async () => {
    const code = "export const handler = () => { setTimeout(() => process.exit(0), 20); return process.pid; };";
    const invoke = await withFunction(code);
    const first = (await invoke()) as { payload: string };
    while (isRunning(Number(first.payload))) await pause(20);
    const second = await invoke();
    expect(second).toMatchObject({ kind: "answered" });
    expect(second).not.toEqual(first);
  });

  it.each([
    ["throws", "export const handler = () => { throw new TypeError('broken'); };", "TypeError", "broken"],
    ["ends its process", "export const handler = () => process.exit(3);", "Runtime.ExitError", "Runtime exited (3)"],
    [
      "takes too long",
      "export const handler = () => new Promise((done) => setTimeout(done, 60000));",
      "Sandbox.Timedout",
      "Task timed out after 2.00 seconds",
    ],
    [
      "cannot start",
      "early(); const early = () => {}; export const handler = () => 1;",
      "Runtime.InitError",
      "Cannot access 'early' before initialization",
    ],
    [
      "says too much",
      "export const handler = () => 'x'.repeat(6291556);",
      "Function.ResponseSizeTooLarge",
      "exceeded maximum allowed payload size",
    ],
  ])("fail as Lambda says when one %s", async (_, code, errorType, errorMessage) => {
    const invoke = await withFunction(code);
    expect(await invoke()).toMatchObject({
      kind: "failed",
      errorType,
      errorMessage: expect.stringContaining(errorMessage),
    });
    expect(lambda.failures).toHaveLength(1);
    expect(lines).toContainEqual(expect.stringContaining(`"errorType":"${errorType}"`));
  });

  it("die in their calls while they are broken, and are counted by name, alias and version", async () => {
    const invoke = await withFunction("let calls = 0; export const handler = () => ++calls;");
    const mend = faults.break("crash", "fn");
    expect(await invoke()).toMatchObject({ kind: "failed", errorType: "Runtime.ExitError" });
    mend();
    const arn = "arn:aws:lambda:eu-central-1:123456789012:function:fn:live";
    expect(await lambda.invoke(arn, {})).toEqual({ kind: "answered", payload: "1" });
    const sums = (dimensions: Record<string, string>) =>
      ["Invocations", "Errors", "Throttles"].map((name) =>
        metrics.values({ namespace: "AWS/Lambda", name }, dimensions, { from: 0, to: Infinity }),
      );
    expect(sums({ FunctionName: "fn" })).toEqual([
      [1, 1],
      [1, 0],
      [0, 0],
    ]);
    expect(sums({ FunctionName: "fn", Resource: "fn:live" })).toEqual([[1], [0], [0]]);
    expect(sums({ FunctionName: "fn", Resource: "fn:live", ExecutedVersion: "1" })).toEqual([[1], [0], [0]]);
  });
});
