import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { order, type Report } from "./background-messages.ts";
import { answerOf, type HostedFunction, isForeground, loadFunctions } from "./functions.ts";
import { gatherOutput } from "./gathered-output.ts";
import { type Schedule, startSchedule } from "./schedule.ts";
import { functionStreams, startFunctionStreams } from "./stream/function-streams.ts";

// The entry of the background thread. It invokes functions for messages that the main thread takes from the queues,
// runs streams and schedules itself, and ends when it is told to.

// The thread's last lines say why it ended, so they are flushed before the exit.
process.once("exit", gatherOutput(process.stdout));

const { everySeconds, streams: streamSettings } = z
  .object({ everySeconds: z.record(z.string(), z.number()), streams: functionStreams.optional() })
  .parse(workerData);

/** These schedules run immediately at the start, because work that an earlier process left may have waited for long. */
const AT_ONCE: ReadonlySet<string> = new Set(["sweep", "sweep-webhooks", "send-alerts"]);

function scheduleOf(target: HostedFunction): Schedule[] {
  if (target.trigger.kind !== "schedule") return [];
  const { name, trigger } = target;
  const every = everySeconds[name] ?? trigger.everySeconds;
  const isAtOnce = AT_ONCE.has(name);
  const { parts } = trigger;
  if (parts === undefined) return [startSchedule(target, every, { isAtOnce })];
  return Array.from({ length: parts }, (_, part) =>
    startSchedule(target, every, { isAtOnce, event: { part, of: parts } }),
  );
}

const hosted = await loadFunctions((definition) => !isForeground(definition));
const byName = new Map(hosted.map((one) => [one.name, one]));
const streams = streamSettings && (await startFunctionStreams(streamSettings, hosted));
const schedules = hosted.flatMap(scheduleOf);

const say = (report: Report): void => parentPort?.postMessage(report);

async function invoke(id: number, name: string, event: unknown): Promise<void> {
  try {
    const target = byName.get(name);
    if (target === undefined) throw new Error(`there is no function ${name} in the background`);
    say({ kind: "answered", id, answer: await answerOf(target, event, crypto.randomUUID()) });
  } catch (error) {
    say({ kind: "failed", id, error: String(error instanceof Error ? error.stack : error) });
  }
}

const end = (): never => process.exit(0);
/** Settles when streams and schedules have stopped. */
let rested: Promise<unknown> = Promise.resolve();
parentPort?.on("message", (message: unknown) => {
  const given = order.parse(message);
  if (given.kind === "invoke") void invoke(given.id, given.name, given.event);
  else if (given.kind === "rest") rested = Promise.all([streams?.stop(), ...schedules.map((one) => one.stop())]);
  else void rested.then(end, end);
});
say({ kind: "ready" });
