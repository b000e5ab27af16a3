import { Worker } from "node:worker_threads";

export interface BackgroundSettings {
  readonly queueUrls: Readonly<Record<string, string>>;
  readonly everySeconds: Readonly<Record<string, number>>;
}

export interface Background {
  /** Takes no new work and waits for what runs. */
  stop(): Promise<void>;
}

/** Queues and schedules in a thread of their own. The environment of this thread, as it is now, is theirs. */
export function startBackground(settings: BackgroundSettings, onFailure: (what: string) => void): Promise<Background> {
  const worker = new Worker(new URL("./background-thread.ts", import.meta.url), { workerData: settings });
  let isStopping = false;
  const ended = new Promise<void>((resolve) => {
    worker.once("exit", () => {
      if (!isStopping) onFailure("the background functions ended");
      resolve();
    });
  });
  const stop = (): Promise<void> => {
    isStopping = true;
    worker.postMessage("stop");
    return ended;
  };
  return new Promise((resolve, reject) => {
    worker.once("error", reject);
    worker.once("message", () => {
      worker.off("error", reject);
      worker.on("error", (error) => onFailure(`the background functions failed: ${String(error)}`));
      resolve({ stop });
    });
  });
}
