import type { EventEmitter } from "node:events";

/** Of one Ctrl-C, the terminal's signal and the one that npm or the launcher passes on are no further apart. */
const ONE_INTERRUPT_MS = 1000;

type Later = (act: () => void, ms: number) => void;
const later: Later = (act, ms) => void setTimeout(act, ms).unref();

/** Aborted by an interrupt. Another one, a second later, ends the process at once, whatever it waits for. */
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
