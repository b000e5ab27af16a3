import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type QueueEngine, startQueueEngine } from "../../../local/aws/queue/queue-engine.ts";
import { type EventSources, startEventSources } from "../../../rehearsal/lambda/event-sources.ts";
import type { Deployed } from "../../../rehearsal/resources/deployed.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

const QUEUE_ARN = "arn:aws:sqs:us-east-1:123456789012:work";
const resource = (type: string, ref: string, properties: Record<string, unknown>): Deployed => ({
  ...{ stack: "service", logicalId: ref, type, ref, properties, attributes: {} },
  ...{ account: "123456789012", region: "us-east-1" },
});

let folder = "";
let engine: QueueEngine;
let client: SQSClient;
let sources: EventSources | undefined;
let batches: string[][] = [];
let problems: string[] = [];
beforeEach(async () => {
  [batches, problems] = [[], []];
  folder = await mkdtemp(join(tmpdir(), "herald-sources-"));
  const queues = [{ name: "work", visibilityTimeoutSeconds: 300 }];
  engine = await startQueueEngine({ port: 0, file: join(folder, "queues.db"), queues });
  client = new SQSClient({ endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS });
});
afterEach(async () => {
  await sources?.stop();
  sources = undefined;
  client.destroy();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const send = async (...bodies: string[]): Promise<void> => {
  for (const MessageBody of bodies)
    await client.send(new SendMessageCommand({ QueueUrl: engine.queueUrl("work"), MessageBody }));
};
function start(mapping: Record<string, unknown>, asked: Pick<QueueEngine, "receive" | "remove"> = engine): void {
  const properties = { EventSourceArn: QUEUE_ARN, FunctionName: "worker", ...mapping };
  const all = [
    resource("AWS::Lambda::EventSourceMapping", "Mapping", properties),
    resource("AWS::Lambda::Function", "worker", { Role: "role" }),
  ];
  sources = startEventSources({
    deployment: { resources: all } as never,
    engine: asked,
    account: { ask: () => ({ isAllowed: true }) as never },
    lambda: {
      invoke: async (_, event) => {
        batches.push((event as { Records: { body: string }[] }).Records.map(({ body }) => body));
        return { kind: "answered", payload: "{}" };
      },
    },
    concurrency: 1,
    put: () => {},
    faults: { isBroken: () => false } as never,
    onProblem: (what) => problems.push(what),
  });
}
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i));
/** No test waits for the end of this window. */
const LONG = 300;

describe("event sources of a rehearsal", () => {
  it("gather more messages than one receive brings, and take them all from the queue", async () => {
    await send(...numbers(25));
    start({ BatchSize: 25, MaximumBatchingWindowInSeconds: LONG });
    await expect.poll(() => engine.depth("work")).toBe(0);
    expect(batches.map((batch) => batch.toSorted((a, b) => Number(a) - Number(b)))).toEqual([numbers(25)]);
    expect(problems).toEqual([]);
  });

  it("wait for what arrives within the window of the first message", async () => {
    start({ BatchSize: 2, MaximumBatchingWindowInSeconds: LONG });
    await send("first");
    await expect.poll(() => engine.counts("work").inFlight).toBe(1);
    expect(batches).toEqual([]);
    await send("second");
    await expect.poll(() => batches).toEqual([["first", "second"]]);
  });

  it("hand a lone message on when the window is over", async () => {
    start({ BatchSize: 10, MaximumBatchingWindowInSeconds: 1 });
    await send("lone");
    await expect.poll(() => engine.depth("work")).toBe(0);
    expect(batches).toEqual([["lone"]]);
  });

  it("without a window hand on what one receive brings", async () => {
    start({ BatchSize: 10 });
    await send("lone");
    await expect.poll(() => batches).toEqual([["lone"]]);
  });

  it("lose nothing of a batch when a receive fails", async () => {
    await send("first");
    let failures = 0;
    const receive: QueueEngine["receive"] = async (...given) => {
      if (engine.counts("work").inFlight === 1 && failures++ === 0) throw new Error("the queue does not answer");
      return engine.receive(...given);
    };
    start({ BatchSize: 10, MaximumBatchingWindowInSeconds: 1 }, { ...engine, receive });
    await expect.poll(() => engine.depth("work")).toBe(0);
    expect(batches).toEqual([["first"]]);
    expect(problems).toEqual(["Mapping: Error: the queue does not answer"]);
  });

  it("end a batch before it has more than an invocation may carry", async () => {
    const large = "x".repeat(900_000);
    await send(...Array.from({ length: 8 }, () => large));
    start({ BatchSize: 8, MaximumBatchingWindowInSeconds: 1 });
    await expect.poll(() => engine.depth("work")).toBe(0);
    expect(batches.map((batch) => batch.length)).toEqual([6, 2]);
  });
});
