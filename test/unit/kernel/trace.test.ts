import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { SQSRecord } from "aws-lambda";
import { describe, expect, it, vi } from "vitest";
import { traceAttribute } from "../../../shared/aws/sqs/trace-attribute.ts";
import { queueFunction } from "../../../shared/edge/background/queue-function.ts";
import { powertoolsLog } from "../../../shared/kernel/telemetry/powertools-log.ts";
import { continueTrace, currentTrace, inTrace } from "../../../shared/kernel/trace.ts";
import { sweepNotifications } from "../../../shared/notifications/sweep/sweep-notifications.ts";
import { aContext, FUNCTION_NAME } from "../../support/an-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryDeadLetterStore } from "../../support/in-memory-dead-letter-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { countingMetrics, recordingLog } from "../../support/silent-telemetry.ts";

const [ONE, TWO] = ["1".repeat(32), "2".repeat(32)];
const record = (body: string, stringValue?: string) => {
  const messageAttributes = stringValue === undefined ? {} : { traceId: { stringValue, dataType: "String" } };
  return { messageId: body, body, messageAttributes } as unknown as SQSRecord;
};

describe("messages that are worked on side by side", () => {
  it("have each the trace that its sender put beside it, and without one a trace of its own", async () => {
    const seen = new Map<string, string | undefined>();
    const services = { log: recordingLog(), metrics: countingMetrics() };
    const handler = queueFunction(
      (body) => body,
      async (_services, body) => {
        await pause(body === "a" ? 5 : 0);
        seen.set(body, currentTrace()?.traceId);
        expect(currentTrace()?.functionName).toBe(FUNCTION_NAME);
      },
      () => services,
    );
    await handler({ Records: [record("a", ONE), record("b", TWO), record("c"), record("d", "no id")] }, aContext);
    expect([seen.get("a"), seen.get("b")]).toEqual([ONE, TWO]);
    expect(seen.get("c")).toMatch(/^[0-9a-f]{32}$/);
    expect(seen.get("d")).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(seen.values()).size).toBe(4);
  });

  it("go on with the trace of a notification that is only now read", async () => {
    await inTrace({ traceId: ONE }, async () => {
      const other = inTrace({ traceId: TWO }, async () => currentTrace()?.traceId);
      continueTrace("3".repeat(32));
      continueTrace(undefined);
      expect(currentTrace()?.traceId).toBe("3".repeat(32));
      expect(await other).toBe(TWO);
    });
    expect(currentTrace()).toBeUndefined();
  });
});

describe("a line of the log", () => {
  it("has the function and the trace of its work", () => {
    const lines: string[] = [];
    const spies = (["info", "warn", "error"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((text: unknown) => void lines.push(String(text))),
    );
    vi.stubEnv("POWERTOOLS_DEV", "true");
    const log = powertoolsLog("herald");
    inTrace({ traceId: ONE, functionName: "sweep" }, () => {
      log.info("one");
      log.warn("two", { id: "x" });
      log.error("three", new Error("broken"));
    });
    log.info("four");
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    const parsed = lines.map((text) => JSON.parse(text));
    expect(parsed.map(({ message, traceId, function: name }) => [message, traceId, name])).toEqual([
      ["one", ONE, "sweep"],
      ["two", ONE, "sweep"],
      ["three", ONE, "sweep"],
      ["four", undefined, undefined],
    ]);
  });
});

describe("the routine lines of a log that keeps a share of them", () => {
  const written = (share: number, traceIds: readonly (string | undefined)[]) => {
    const lines: string[] = [];
    const spy = vi.spyOn(console, "info").mockImplementation((text: unknown) => void lines.push(String(text)));
    vi.stubEnv("POWERTOOLS_DEV", "true");
    const log = powertoolsLog("herald", share);
    for (const traceId of traceIds) {
      const write = () => {
        for (const step of ["request", "attempt"]) log.routine(step);
        log.info("failure");
      };
      if (traceId === undefined) write();
      else inTrace({ traceId }, write);
    }
    spy.mockRestore();
    vi.unstubAllEnvs();
    return lines.map((text) => JSON.parse(text));
  };
  const ids = (count: number) => Array.from({ length: count }, () => randomBytes(16).toString("hex"));

  it("are all there by default, and count for themselves", () => {
    const lines = written(1, ids(20));
    expect(lines).toHaveLength(60);
    expect(lines.some((line) => "countsFor" in line)).toBe(false);
  });

  it("are there for about the share, all or none of a trace, and say for how many they count", () => {
    const lines = written(0.25, ids(2000));
    expect(lines.filter(({ message }) => message === "failure")).toHaveLength(2000);
    const kept = Map.groupBy(
      lines.filter(({ message }) => message !== "failure"),
      ({ traceId }) => traceId,
    );
    // Six standard deviations of 2,000 draws at a quarter are 116.
    expect(Math.abs(kept.size - 500)).toBeLessThan(117);
    for (const lines of kept.values()) expect(lines.map(({ message }) => message)).toEqual(["request", "attempt"]);
    expect(new Set([...kept.values()].flat().map(({ countsFor }) => countsFor))).toEqual(new Set([4]));
  });

  it("are there where no trace is known", () => {
    expect(written(0.001, [undefined])).toHaveLength(3);
  });
});

describe("a notification that the sweep puts back on the queue", () => {
  it("goes on in the trace of the request that it was accepted by", async () => {
    const clock = fakeClock();
    const notifications = inMemoryNotificationStore({ clock, leaseMs: 90_000 });
    const owner = anOwner();
    const [traced, older] = [aNotification({ owner, traceId: ONE }), aNotification({ owner })];
    for (const one of [traced, older]) await notifications.add(one, anEmail());
    clock.advance(200_000);
    const sent = new Map<string, unknown>();
    const deliveryQueue = {
      enqueue: async ({ id }: { id: string }) =>
        void sent.set(id, traceAttribute().MessageAttributes?.traceId?.StringValue),
    };
    const telemetry = { log: recordingLog(), metrics: countingMetrics() };
    const deps = { clock, notifications, deliveryQueue, deadLetters: inMemoryDeadLetterStore(), ...telemetry };
    await inTrace({ traceId: TWO }, () => sweepNotifications(deps));
    expect(sent.get(traced.id)).toBe(ONE);
    expect(sent.get(older.id)).toMatch(/^[0-9a-f]{32}$/);
  });
});
