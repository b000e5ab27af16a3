import { RehearsalClock } from "./clock.ts";
import { Faults } from "./faults.ts";
import { putEmbeddedMetrics } from "./metrics/embedded-metrics.ts";
import { MetricStore } from "./metrics/metric-store.ts";

export interface LogLine {
  /** The physical name of the function. */
  readonly functionName: string;
  readonly line: string;
}

/** When the log has twice this many lines, it is cut to this number. */
const KEPT_LINES = 50_000;

/** Contains the clock, metrics, log and faults of a rehearsal, with which a test observes and breaks it. */
export class Instruments {
  readonly clock = new RehearsalClock();
  readonly metrics = new MetricStore(this.clock.now);
  readonly faults = new Faults();
  /** The changes that the reader of a stream has in hand are this much older than the clock says. */
  changesAheadMs = 0;
  readonly #lines: LogLine[] = [];
  #dropped = 0;

  readonly onLine = (functionName: string, line: string): void => {
    putEmbeddedMetrics(line, this.metrics.put);
    this.#lines.push({ functionName, line });
    if (this.#lines.length > 2 * KEPT_LINES) this.#dropped += this.#lines.splice(0, KEPT_LINES).length;
  };

  /** Returns the number of lines so far. */
  get written(): number {
    return this.#dropped + this.#lines.length;
  }

  /** Returns the lines after the first `written`. */
  linesAfter(written: number): readonly LogLine[] {
    return this.#lines.slice(Math.max(0, written - this.#dropped));
  }
}
