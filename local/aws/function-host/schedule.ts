import { writeCrash } from "./crash-line.ts";
import { answerOf, type HostedFunction } from "./functions.ts";

export interface Schedule {
  /** Starts no further run and waits for the running one. */
  stop(): Promise<void>;
}

export interface ScheduleOptions {
  readonly isAtOnce?: boolean;
  readonly event?: unknown;
}

/**
 * Runs a function at this interval, never twice at once; with `isAtOnce` it also runs immediately. A run that throws is reported and does not stop
 * the next ones.
 */
export function startSchedule(
  target: HostedFunction,
  everySeconds: number,
  { isAtOnce = false, event = {} }: ScheduleOptions = {},
): Schedule {
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    try {
      await answerOf(target, event, crypto.randomUUID());
    } catch (error) {
      writeCrash("schedule.failed", target.name, error);
    } finally {
      running = undefined;
    }
  };
  const begin = (): void => {
    running ??= run();
  };
  const timer = setInterval(begin, everySeconds * 1000);
  if (isAtOnce) begin();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
