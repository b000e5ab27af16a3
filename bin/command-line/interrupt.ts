import type { EventEmitter } from "node:events";

/** A single Ctrl-C may arrive twice, from the terminal and from npm or the launcher, at most this far apart. */
const ONE_INTERRUPT_MS = 1000;

type Later = (act: () => void, ms: number) => void;
const later: Later = (act, ms) => void setTimeout(act, ms).unref();

/**
 * Returns a signal that aborts on an interrupt. A second interrupt, at least a second later, ends the process at once.
 */
export function interrupted(signals: Pick<EventEmitter, "on" | "off"> = process, wait = later): AbortSignal {
  const controller = new AbortController();
  const begin = (): void => {
    if (controller.signal.aborted) return;
    controller.abort();
    wait(() => void signals.off("SIGINT", begin).off("SIGTERM", begin), ONE_INTERRUPT_MS);
  };
  signals.on("SIGINT", begin).on("SIGTERM", begin);
  return controller.signal;
}
