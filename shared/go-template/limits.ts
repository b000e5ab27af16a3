import { RenderDeadlineError, TemplateExecError } from "./errors.ts";

/** Returns milliseconds since some fixed moment. */
export type Clock = () => number;

/** The limits of D18a. Each is far above what a real mail needs. */
export const LIMITS = {
  /** Bounds blocks and parentheses together; each link of an else-if chain counts too. */
  nesting: 500,
  templateCalls: 250,
  /** Bounds the blocks, parentheses and template calls that are open at the same time, and so the JavaScript stack. */
  openLevels: 1500,
  evaluatedNodes: 1_000_000,
  outputBytes: 1_048_576,
  /** Bounds the length of one string in UTF-16 units. */
  stringUnits: 1_048_576,
  /** Bounds all strings that functions make during one render, in UTF-16 units. */
  madeUnits: 16 * 1_048_576,
  renderMs: 250,
  /**
   * Bounds the parsed tokens, because a megabyte of the smallest actions would take too much time and memory. They are
   * counted and not timed, so that whether a template can be saved does not depend on how busy the machine is.
   */
  tokens: 300_000,
  /**
   * Escaping for HTML reads at most this many characters and a multiple of the template's size. Reading a template once
   * takes up to 4 times its size.
   */
  escapedUnits: 1_048_576,
  escapedUnitsPerUnit: 8,
  /** Bounds how deeply escaping reads blocks and template calls inside one another. */
  escapedLevels: 1000,
} as const;

/** The clock is read once in this many steps. */
const CLOCK_STEPS = 1024;
/** The clock is first read early, because that starts the time. */
const FIRST_CLOCK_STEPS = 16;
/** Scanning this many characters (two to the power of 6) counts as one step. */
const CHARS_PER_STEP_BITS = 6;

/** Counts what one render has used of its limits. Everything is charged before the memory or the time is used. */
export interface Meter {
  steps: number;
  clockAt: number;
  made: number;
  /** Undefined until the clock is read for the first time, which most renders never do. */
  startedAt: number | undefined;
  /** Counts the floats that were printed with an exponent although no verb asked for one. */
  exponents: number;
  readonly now: Clock;
  readonly until: number;
}

export interface RenderLimit {
  /** The clock for the time limits. */
  readonly now?: Clock;
  /** The time at which several renders together have to end, by the same clock. */
  readonly until?: number;
}

export function newMeter(now: Clock, until = Number.POSITIVE_INFINITY): Meter {
  return { steps: 0, clockAt: FIRST_CLOCK_STEPS, made: 0, startedAt: undefined, exponents: 0, now, until };
}

/** Counts one evaluated node or one iteration of a range. */
export function step(meter: Meter): void {
  if (++meter.steps >= meter.clockAt) check(meter);
}

/** Brings the next reading of the clock nearer, in proportion to the characters that are about to be scanned. */
export function scan(meter: Meter, chars: number): void {
  meter.clockAt -= chars >>> CHARS_PER_STEP_BITS;
  if (meter.steps >= meter.clockAt) check(meter);
}

/** Charges for a string that is about to be made. */
export function make(meter: Meter, units: number): void {
  meter.made += units;
  if (meter.made > LIMITS.madeUnits) exceeded("the strings made while rendering exceed 16 MiB");
}

export function exceeded(what: string): never {
  throw new TemplateExecError(`template: ${what}`, what);
}

function check(meter: Meter): void {
  if (meter.steps > LIMITS.evaluatedNodes) exceeded("more than 1000000 nodes evaluated");
  const now = meter.now();
  meter.startedAt ??= now;
  if (now - meter.startedAt > LIMITS.renderMs) exceeded("rendering took longer than 250 ms");
  if (now > meter.until) throw new RenderDeadlineError("the time of what is rendered together is up");
  meter.clockAt = Math.min(meter.steps + CLOCK_STEPS, LIMITS.evaluatedNodes + 1);
}
