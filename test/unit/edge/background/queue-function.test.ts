import { setTimeout } from "node:timers/promises";
import type { SQSEvent, SQSRecord } from "aws-lambda";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { jsonMessage } from "../../../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../../../shared/edge/background/queue-function.ts";
import { aContext, FUNCTION_NAME } from "../../../support/an-event.ts";
import { countingMetrics, recordingLog } from "../../../support/silent-telemetry.ts";

const message = z.strictObject({ id: z.string(), text: z.string().optional() });
type Message = z.output<typeof message>;

const recordOf = (body: string, messageId: string) => ({ messageId, body }) as SQSRecord;
const batch = (...bodies: unknown[]): SQSEvent => ({
  Records: bodies.map((body, i) => recordOf(typeof body === "string" ? body : JSON.stringify(body), `message-${i}`)),
});

function setUp(useCase: (message: Message) => Promise<void>) {
  const flushes: number[] = [];
  const metrics = countingMetrics();
  metrics.flush = () => void flushes.push(metrics.failures.length);
  const services = { log: recordingLog(), metrics };
  const handler = queueFunction(
    jsonMessage(message),
    (_services: typeof services, one) => useCase(one),
    () => services,
  );
  const call = (event: SQSEvent, context = aContext) => handler(event, context);
  const errors = () => services.log.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "ERROR");
  return { ...services, call, errors, flushes };
}

const failing = (...ids: string[]) => {
  return async ({ id }: Message) => {
    if (ids.includes(id)) throw new TypeError(`${id} is broken`);
  };
};

describe("queueFunction()", () => {
  it("runs the use case with every message, and says nothing of a batch that went well", async () => {
    const seen: Message[] = [];
    const { call, log, metrics, flushes } = setUp(async (one) => void seen.push(one));
    expect(await call(batch({ id: "a" }, { id: "b" }))).toEqual({ batchItemFailures: [] });
    expect(seen).toEqual([{ id: "a" }, { id: "b" }]);
    expect([log.lines, metrics.failures, flushes]).toEqual([[], [], [0]]);
  });

  it("says of each failed record once why, gives it back, and counts it for the alarm of its function", async () => {
    const { call, errors, metrics, flushes } = setUp(failing("a", "c"));
    expect(await call(batch({ id: "a" }, { id: "b" }, { id: "c" }))).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-0" }, { itemIdentifier: "message-2" }],
    });
    const line = { event: "queue.record_failed", function: FUNCTION_NAME };
    expect(errors()).toEqual([
      expect.objectContaining({ ...line, messageId: "message-0", error: "TypeError: a is broken" }),
      expect.objectContaining({ ...line, messageId: "message-2", error: "TypeError: c is broken" }),
    ]);
    const counted = ["failed_records", FUNCTION_NAME];
    expect(metrics.failures).toEqual([counted, counted]);
    expect(flushes).toEqual([2]);
  });

  it("gives a whole batch back record by record, and does not fail itself", async () => {
    const { call } = setUp(failing("a", "b"));
    expect(await call(batch({ id: "a" }, { id: "b" }))).toEqual({
      batchItemFailures: [{ itemIdentifier: "message-0" }, { itemIdentifier: "message-1" }],
    });
  });

  it("answers nothing before its records are done, though its time is over", async () => {
    let isDone = false;
    const { call } = setUp(async () => {
      await setTimeout(10);
      isDone = true;
    });
    const late = { ...aContext, getRemainingTimeInMillis: () => 0 };
    expect(await call(batch({ id: "a" }), late)).toEqual({ batchItemFailures: [] });
    expect(isDone).toBe(true);
  });

  it("says at once why a record failed, though another one takes all the time there is", async () => {
    const { call, errors } = setUp(({ id }) =>
      id === "a" ? Promise.reject(new Error("broken")) : new Promise(() => {}),
    );
    void call(batch({ id: "a" }, { id: "b" }));
    await expect.poll(errors).toHaveLength(1);
  });

  it.each([
    ["is no JSON", 'my password is "secret', "Error: the message is no JSON"],
    ["has a field of a wrong type", { id: 7, text: "secret" }, "Error: the message does not fit: invalid_type at id"],
    ["has an unknown field", { id: "a", secret: 1 }, "Error: the message does not fit: unrecognized_keys"],
  ])("gives a message back that %s, without a word of its content", async (_what, body, error) => {
    const { call, errors, log } = setUp(async () => {});
    expect(await call(batch(body, { id: "b" }))).toEqual({ batchItemFailures: [{ itemIdentifier: "message-0" }] });
    expect(errors()).toEqual([expect.objectContaining({ error })]);
    expect(log.lines.join()).not.toContain("secret");
  });

  it("flushes the metrics and fails itself when its services cannot be built", async () => {
    const handler = queueFunction(
      jsonMessage(message),
      async () => {},
      (): ReturnType<typeof setUp> => {
        throw new Error("a setting is missing");
      },
    );
    await expect(handler(batch({ id: "a" }), aContext)).rejects.toThrow("a setting is missing");
  });
});
