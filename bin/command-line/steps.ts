const TICK_MS = 1000;
const CLEAR_LINE = "\r\u001b[2K";

export interface StepList {
  /** Begins a step and ends the previous one. */
  begin(name: string): void;
  /** Ends the last step successfully. */
  end(): void;
  /** Leaves an unsuccessful step unchanged. Does nothing after `end`. */
  stop(): void;
}

/** Shows the steps of a long task with their durations. In a terminal it updates the time of the running step. */
export function stepList(
  to: Pick<NodeJS.WriteStream, "write" | "isTTY"> = process.stderr,
  now = performance.now.bind(performance),
): StepList {
  let running: { readonly name: string; readonly startedAt: number } | undefined;
  const seconds = () => `${((now() - (running?.startedAt ?? now())) / 1000).toFixed(1)} s`;
  const show = () => running && to.write(`${CLEAR_LINE}…  ${running.name}  ${seconds()}`);
  const tick = to.isTTY ? setInterval(show, TICK_MS).unref() : undefined;
  const finish = () => {
    if (running === undefined) return;
    to.write(`${to.isTTY ? CLEAR_LINE : ""}ok ${running.name}  ${seconds()}\n`);
    running = undefined;
  };
  return {
    begin(name) {
      finish();
      running = { name, startedAt: now() };
      if (to.isTTY) show();
    },
    end: finish,
    stop() {
      clearInterval(tick);
      if (running !== undefined) to.write(`${to.isTTY ? CLEAR_LINE : ""}FAILED ${running.name}  ${seconds()}\n`);
      running = undefined;
    },
  };
}
