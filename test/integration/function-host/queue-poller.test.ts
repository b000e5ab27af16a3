import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { SQSEvent } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { functions } from "../../../lib/functions.ts";
import type { HostedFunction, Invoke } from "../../../local/aws/function-host/functions.ts";
import { type QueuePoller, startQueuePoller } from "../../../local/aws/function-host/queue-poller.ts";
import { startSchedule } from "../../../local/aws/function-host/schedule.ts";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

let folder = "";
let engine: QueueEngine;
let client: SQSClient;
let poller: QueuePoller | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "herald-poller-"));
  const queues = [{ name: "work", visibilityTimeoutSeconds: 300 }];
  engine = await startQueueEngine({ port: 0, file: join(folder, "queues.db"), queues });
  client = new SQSClient({ endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS });
});
afterEach(async () => {
  await poller?.stop();
  poller = undefined;
  client.destroy();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const scheduled = (invoke: Invoke): HostedFunction => {
  const definition = functions.find((one) => one.trigger.kind === "schedule");
  if (definition === undefined) throw new Error("no function with a schedule");
  return { ...definition, invoke };
};
const poll = (invoke: (event: SQSEvent) => Promise<unknown>) => {
  poller = startQueuePoller({ name: "worker", invoke }, { engine, queue: "work", batchSize: 10, concurrency: 1 });
};
const send = (...bodies: string[]) =>
  Promise.all(
    bodies.map((MessageBody) =>
      client.send(new SendMessageCommand({ QueueUrl: engine.queueUrl("work"), MessageBody })),
    ),
  );

describe("startQueuePoller()", () => {
  it("deletes what was handled and leaves what failed on the queue", async () => {
    await send("good", "bad", "good too");
    const seen: string[] = [];
    poll(async ({ Records }) => {
      seen.push(...Records.map((record) => record.body));
      return {
        batchItemFailures: Records.filter((one) => one.body === "bad").map((one) => ({
          itemIdentifier: one.messageId,
        })),
      };
    });
    await expect.poll(() => engine.depth("work")).toBe(1);
    expect(seen.toSorted((a, b) => a.localeCompare(b))).toEqual(["bad", "good", "good too"]);
    expect(engine.counts("work").inFlight).toBe(1);
  });

  it("leaves a whole batch on the queue when the function crashes", async () => {
    await send("a", "b");
    const batches: string[][] = [];
    poll(async ({ Records }) => {
      batches.push(Records.map(({ body }) => body).toSorted((a, b) => a.localeCompare(b)));
      if (batches.length === 1) throw new Error("out of memory");
      return {};
    });
    await expect.poll(() => batches.length).toBe(1);
    // The poller takes the next batch after it has finished the crashed one in either way.
    await send("next");
    await expect.poll(() => batches.length).toBe(2);
    await expect.poll(() => engine.depth("work")).toBe(2);
    expect([batches, engine.counts("work").inFlight]).toEqual([[["a", "b"], ["next"]], 2]);
  });

  it("stops at once while it waits for messages", async () => {
    poll(async () => ({}));
    await expect.poll(() => engine.waiting("work")).toBe(1);
    const startedAt = performance.now();
    await poller?.stop();
    expect(performance.now() - startedAt).toBeLessThan(15_000);
  });
});

describe("startSchedule()", () => {
  it("never runs twice at once, goes on after a crash, and waits for the running one when stopped", async () => {
    let running = 0;
    let runs = 0;
    let most = 0;
    const schedule = startSchedule(
      scheduled(async () => {
        running += 1;
        runs += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setTimeout(resolve, 30));
        running -= 1;
        if (runs === 1) throw new Error("the first run fails");
      }),
      0.005,
    );
    await expect.poll(() => runs).toBeGreaterThan(2);
    await schedule.stop();
    expect([most, running]).toEqual([1, 0]);
    const after = runs;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(runs).toBe(after);
  });

  it("runs for the first time at once when it is told to, and otherwise after its interval", async () => {
    const names: string[] = [];
    const noted = (name: string) => scheduled(async () => void names.push(name));
    const schedules = [startSchedule(noted("at once"), 3600, { isAtOnce: true }), startSchedule(noted("later"), 3600)];
    await Promise.all(schedules.map((schedule) => schedule.stop()));
    expect(names).toEqual(["at once"]);
  });

  it("gives each run the event of its part", async () => {
    const events: unknown[] = [];
    const target = scheduled(async (event) => void events.push(event));
    const parts = [0, 1].map((part) => startSchedule(target, 3600, { isAtOnce: true, event: { part, of: 2 } }));
    await Promise.all(parts.map((one) => one.stop()));
    expect(events).toEqual([
      { part: 0, of: 2 },
      { part: 1, of: 2 },
    ]);
  });

  it("writes why a run failed, with its stack", async () => {
    const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    let runs = 0;
    const schedule = startSchedule(
      scheduled(async () => {
        runs += 1;
        throw new TypeError("the run fails");
      }),
      0.005,
    );
    try {
      await expect.poll(() => runs).toBeGreaterThan(0);
      await schedule.stop();
      expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toEqual({
        level: "ERROR",
        message: "schedule.failed",
        function: scheduled(async () => {}).name,
        error: expect.stringMatching(/^TypeError: the run fails\n +at /),
      });
    } finally {
      write.mockRestore();
    }
  });
});
