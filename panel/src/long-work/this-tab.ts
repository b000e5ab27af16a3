import { Pace } from "./pace.ts";

/** All long work of this tab shares one pace. */
export const pace = new Pace(Date.now);
export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The browser asks before it closes a page that is still at work. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

export const warnOnClose = () => addEventListener("beforeunload", warn);
export const warnNoMore = () => removeEventListener("beforeunload", warn);
