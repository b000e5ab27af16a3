import { RehearsalClock } from "./clock.ts";
import { Faults } from "./faults.ts";
import { putEmbeddedMetrics } from "./metrics/embedded-metrics.ts";
import { MetricStore } from "./metrics/metric-store.ts";

export interface LogLine {
  /** The physical name of the function. */
  readonly functionName: string;
  readonly line: string;
}

/** A log with twice as many lines is cut to this number. */
const KEPT_LINES = 50_000;

/** The clock, metrics, log and faults of a rehearsal, with which a test observes it and breaks it. */
export class Instruments {
  readonly clock = new RehearsalClock();
  readonly metrics = new MetricStore(this.clock.now);
  readonly faults = new Faults();
  /** How much older the changes that a stream's reader holds are than the clock says. */
  changesAheadMs = 0;
  readonly #lines: LogLine[] = [];
  #dropped = 0;

  readonly onLine = (functionName: string, line: string): void => {
    putEmbeddedMetrics(line, this.metrics.put);
    this.#lines.push({ functionName, line });
    if (this.#lines.length > 2 * KEPT_LINES) this.#dropped += this.#lines.splice(0, KEPT_LINES).length;
  };

  /** The number of lines so far. */
  get written(): number {
    return this.#dropped + this.#lines.length;
  }

  /** Returns the lines after the first `written`. */
  linesAfter(written: number): readonly LogLine[] {
    return this.#lines.slice(Math.max(0, written - this.#dropped));
  }
}
