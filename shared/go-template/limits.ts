import { RenderDeadlineError, TemplateExecError } from "./errors.ts";

/** Milliseconds from any fixed origin. */
export type Clock = () => number;

/** The limits of D18a. Each is far above what a real mail needs. */
export const LIMITS = {
  /** Blocks and parentheses together, each link of an else-if chain included. */
  nesting: 500,
  templateCalls: 250,
  /** Blocks, parentheses and template calls open at one moment: what keeps the JavaScript stack bounded. */
  openLevels: 1500,
  evaluatedNodes: 1_000_000,
  outputBytes: 1_048_576,
  /** One string value, in UTF-16 units. */
  stringUnits: 1_048_576,
  /** All strings made by functions during one render, in UTF-16 units. */
  madeUnits: 16 * 1_048_576,
  renderMs: 250,
  /** Parsed tokens: a megabyte of the smallest actions would take too long and too much memory. Counted, not timed: whether a template may be saved must not depend on how busy the machine is. */
  tokens: 300_000,
  /** Escaping for HTML reads this much at most, in characters: a constant and a multiple of the template's size. One reading takes up to 4 times the size. */
  escapedUnits: 1_048_576,
  escapedUnitsPerUnit: 8,
  /** Blocks and template calls that escaping reads inside one another. */
  escapedLevels: 1000,
} as const;

/** Steps between two looks at the clock. */
const CLOCK_STEPS = 1024;
/** The first look is early, as it starts the time. */
const FIRST_CLOCK_STEPS = 16;
/** Scanning this many characters counts as one step towards the next look at the clock. */
const CHARS_PER_STEP_BITS = 6;

/** The budget that one render has spent. Every charge is made before the memory or the time is used. */
export interface Meter {
  steps: number;
  clockAt: number;
  made: number;
  /** Undefined until the first look at the clock: most renders never take one. */
  startedAt: number | undefined;
  readonly now: Clock;
  readonly until: number;
}

export interface RenderLimit {
  /** For the limits of time. */
  readonly now?: Clock;
  /** By the same clock: the end of the time of several renders together. */
  readonly until?: number;
}

export function newMeter(now: Clock, until = Number.POSITIVE_INFINITY): Meter {
  return { steps: 0, clockAt: FIRST_CLOCK_STEPS, made: 0, startedAt: undefined, now, until };
}

/** Counts one evaluated node, or one turn of a range. */
export function step(meter: Meter): void {
  if (++meter.steps >= meter.clockAt) check(meter);
}

/** Brings the next look at the clock nearer, in proportion to the characters about to be read. */
export function scan(meter: Meter, chars: number): void {
  meter.clockAt -= chars >>> CHARS_PER_STEP_BITS;
  if (meter.steps >= meter.clockAt) check(meter);
}

/** Charges a string about to be made. */
export function make(meter: Meter, units: number): void {
  meter.made += units;
  if (meter.made > LIMITS.madeUnits) exceeded("the strings made while rendering exceed 16 MiB");
}

export function exceeded(what: string): never {
  throw new TemplateExecError(`template: ${what}`);
}

function check(meter: Meter): void {
  if (meter.steps > LIMITS.evaluatedNodes) exceeded("more than 1000000 nodes evaluated");
  const now = meter.now();
  meter.startedAt ??= now;
  if (now - meter.startedAt > LIMITS.renderMs) exceeded("rendering took longer than 250 ms");
  if (now > meter.until) throw new RenderDeadlineError("the time of what is rendered together is up");
  meter.clockAt = Math.min(meter.steps + CLOCK_STEPS, LIMITS.evaluatedNodes + 1);
}
