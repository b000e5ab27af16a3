import { UnreachableError } from "../api/naming-unreachable.ts";
import { OF_PROGRAMS, Pace } from "./pace.ts";

/**
 * All long work of this tab shares one pace for requests to the panel's routes, and another pace for requests to the
 * routes of programs.
 */
export const pace = new Pace(Date.now);
export const programsPace = new Pace(Date.now, OF_PROGRAMS);
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The person at the panel is told of a wait only if the wait is longer than this. */
const TOLD_MS = 2000;

/**
 * Returns a function that waits for the given milliseconds. If the wait is longer than `TOLD_MS`, the function first
 * tells the person at the panel, through `tell`, in how many seconds the work goes on.
 */
export const toldWait =
  (tell: (text: string) => void) =>
  (ms: number, cause?: Error): Promise<void> => {
    if (ms > TOLD_MS) tell(`${whyWaiting(cause)}: it goes on in ${Math.ceil(ms / 1000)} seconds.`);
    return wait(ms);
  };

const whyWaiting = (cause: Error | undefined): string =>
  cause instanceof UnreachableError ? "The service cannot be reached" : "The service is busy";

/** Makes the browser ask the person before it closes this tab. `warnOnClose` registers this listener. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();
/** The kinds of long work that are under way in this tab. */
const atWork = new Set<string>();

export function warnOnClose(work: string): void {
  atWork.add(work);
  addEventListener("beforeunload", warn);
}

export function warnNoMore(work: string): void {
  atWork.delete(work);
  if (atWork.size === 0) removeEventListener("beforeunload", warn);
}
