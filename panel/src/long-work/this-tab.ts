import { OF_PROGRAMS, Pace } from "./pace.ts";

/** All long work of this tab shares one pace for the panel's routes, and one for the routes of programs. */
export const pace = new Pace(Date.now);
export const programsPace = new Pace(Date.now, OF_PROGRAMS);
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A shorter wait is not mentioned. */
const TOLD_MS = 2000;

/** Waits, and says so where it takes long. */
export const toldWait =
  (tell: (text: string) => void) =>
  (ms: number): Promise<void> => {
    if (ms > TOLD_MS) tell(`The service is busy: it goes on in ${Math.ceil(ms / 1000)} seconds.`);
    return wait(ms);
  };

/** The browser asks before it closes a page that is still at work. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();
/** The kinds of work that are under way. */
const atWork = new Set<string>();

export function warnOnClose(work: string): void {
  atWork.add(work);
  addEventListener("beforeunload", warn);
}

export function warnNoMore(work: string): void {
  atWork.delete(work);
  if (atWork.size === 0) removeEventListener("beforeunload", warn);
}
