import { RehearsalClock } from "./clock.ts";
import { Faults } from "./faults.ts";
import { putEmbeddedMetrics } from "./metrics/embedded-metrics.ts";
import { MetricStore } from "./metrics/metric-store.ts";

export interface LogLine {
  /** Physical. */
  readonly functionName: string;
  readonly line: string;
}

/** Twice as many are cut to so many. */
const KEPT_LINES = 50_000;

/** A rehearsal's clock, metrics, log and faults: the ways to see it and to break it. */
export class Watch {
  readonly clock = new RehearsalClock();
  readonly metrics = new MetricStore(this.clock.now);
  readonly faults = new Faults();
  /** By how much the changes that a stream's reader holds are older than the clock says. */
  changesAheadMs = 0;
  readonly #lines: LogLine[] = [];
  #dropped = 0;

  readonly onLine = (functionName: string, line: string): void => {
    putEmbeddedMetrics(line, this.metrics.put);
    this.#lines.push({ functionName, line });
    if (this.#lines.length > 2 * KEPT_LINES) this.#dropped += this.#lines.splice(0, KEPT_LINES).length;
  };

  /** How many lines there have been. */
  get written(): number {
    return this.#dropped + this.#lines.length;
  }

  /** The lines after the first `written`. */
  linesAfter(written: number): readonly LogLine[] {
    return this.#lines.slice(Math.max(0, written - this.#dropped));
  }
}
