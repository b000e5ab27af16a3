import { Worker } from "node:worker_threads";
import { type Order, type Report, report } from "./background-messages.ts";
import type { FunctionStreams } from "./stream/function-streams.ts";

export interface BackgroundSettings {
  readonly everySeconds: Readonly<Record<string, number>>;
  /** Without this setting, the thread reads no streams. */
  readonly streams?: FunctionStreams | undefined;
}

export interface Background {
  /**
   * Runs a function in the thread and returns its answer. Rejects with the function's message if it throws, or if the
   * thread ends.
   */
  invoke(name: string, event: unknown): Promise<unknown>;
  /**
   * Tells the thread to start no more scheduled runs and to stop reading streams. Functions can still be invoked, and the end of the thread counts
   * as no failure from now on.
   */
  rest(): void;
  /** Ends the thread once running streams and schedules have finished. Earlier invocations must have settled. */
  stop(): Promise<void>;
}

const ENDED = "the background functions ended";

interface Call {
  readonly answered: (answer: unknown) => void;
  readonly failed: (error: Error) => void;
}

/** Starts a thread for background functions. It inherits the environment of this thread as it is now. */
export async function startBackground(
  settings: BackgroundSettings,
  onFailure: (what: string) => void,
): Promise<Background> {
  const worker = new Worker(new URL("./background-thread.ts", import.meta.url), { workerData: settings });
  const calls = new Map<number, Call>();
  let lastId = 0;
  let isResting = false;
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      hasEnded = true;
      for (const { failed } of calls.values()) failed(new Error(ENDED));
      if (!isResting) onFailure(ENDED);
      resolve();
    });
  });
  await isReady(worker);
  worker.on("error", (error) => onFailure(`the background functions failed: ${String(error)}`));
  worker.on("message", (message: unknown) => settle(calls, report.parse(message)));
  const say = (order: Order): void => worker.postMessage(order);
  return {
    invoke: (name, event) =>
      new Promise((answered, failed) => {
        // A thread that has ended would never answer the message.
        if (hasEnded) return failed(new Error(ENDED));
        lastId += 1;
        calls.set(lastId, { answered, failed });
        say({ kind: "invoke", id: lastId, name, event });
      }),
    rest() {
      isResting = true;
      say({ kind: "rest" });
    },
    stop() {
      say({ kind: "stop" });
      return ended;
    },
  };
}

function isReady(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error(ENDED));
    worker.once("error", reject);
    worker.once("exit", onExit);
    worker.once("message", () => {
      worker.off("error", reject);
      worker.off("exit", onExit);
      resolve();
    });
  });
}

function settle(calls: Map<number, Call>, said: Report): void {
  if (said.kind === "ready") return;
  const call = calls.get(said.id);
  calls.delete(said.id);
  if (said.kind === "answered") call?.answered(said.answer);
  else call?.failed(new Error(said.error));
}
