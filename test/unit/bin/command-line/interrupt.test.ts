import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { interrupted } from "../../../../bin/command-line/interrupt.ts";

it("counts the two signals of one Ctrl-C, from the terminal and from npm, as one", () => {
  const signals = new EventEmitter();
  const waiting: (() => void)[] = [];
  const signal = interrupted(signals, (act) => waiting.push(act));
  expect(signal.aborted).toBe(false);
  signals.emit("SIGINT");
  expect(signal.aborted).toBe(true);
  // Without a listener the system would end the process here.
  expect([signals.emit("SIGINT"), signals.emit("SIGTERM")]).toEqual([true, true]);
  for (const act of waiting) act();
  expect([signals.emit("SIGINT"), signals.emit("SIGTERM")]).toEqual([false, false]);
});
