export type Dimensions = Readonly<Record<string, string>>;

export interface MetricName {
  readonly namespace: string;
  readonly name: string;
}

/** Stores a value of a metric at the current time. */
export type PutMetric = (metric: MetricName, dimensions: Dimensions, value: number) => void;

interface Sample {
  readonly at: number;
  readonly value: number;
}

interface Series extends MetricName {
  readonly dimensions: Dimensions;
  readonly samples: Sample[];
}

/** Describes a period from `from` (inclusive) to `to` (exclusive), in epoch milliseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** When a series has twice this many samples, it is cut to this number. */
const KEPT_SAMPLES = 50_000;

/**
 * Emulates CloudWatch's metrics: every name and set of dimensions has one series, and nothing is added up between
 * series.
 */
export class MetricStore {
  readonly #now: () => number;
  readonly #series = new Map<string, Series>();

  constructor(now: () => number) {
    this.#now = now;
  }

  readonly put: PutMetric = ({ namespace, name }, dimensions, value) => {
    const key = keyOf({ namespace, name }, dimensions);
    const series = this.#series.get(key) ?? { namespace, name, dimensions, samples: [] };
    this.#series.set(key, series);
    series.samples.push({ at: this.#now(), value });
    if (series.samples.length > 2 * KEPT_SAMPLES) series.samples.splice(0, series.samples.length - KEPT_SAMPLES);
  };

  /** Returns the values of exactly this series, as an alarm requests them. */
  values(metric: MetricName, dimensions: Dimensions, window: Window): number[] {
    return within(this.#series.get(keyOf(metric, dimensions))?.samples ?? [], window);
  }

  /** Returns the values of all series that include these dimensions, as a query of Metrics Insights requests them. */
  valuesOfAll({ namespace, name }: MetricName, dimensions: Dimensions, window: Window): number[] {
    const isAsked = (one: Series): boolean =>
      one.namespace === namespace &&
      one.name === name &&
      Object.entries(dimensions).every(([key, value]) => one.dimensions[key] === value);
    return [...this.#series.values()].filter(isAsked).flatMap(({ samples }) => within(samples, window));
  }
}

const keyOf = ({ namespace, name }: MetricName, dimensions: Dimensions): string =>
  JSON.stringify([namespace, name, ...Object.entries(dimensions).toSorted(([a], [b]) => (a < b ? -1 : 1))]);

const within = (samples: readonly Sample[], { from, to }: Window): number[] =>
  samples.filter(({ at }) => at >= from && at < to).map(({ value }) => value);

const STATISTICS: Readonly<Record<string, (values: readonly number[]) => number>> = {
  Sum: (values) => values.reduce((sum, value) => sum + value, 0),
  Maximum: (values) => Math.max(...values),
  Minimum: (values) => Math.min(...values),
  Average: (values) => values.reduce((sum, value) => sum + value, 0) / values.length,
  SampleCount: (values) => values.length,
};

/** Computes a statistic of values, or returns undefined if there are none. Throws for an unsupported statistic. */
export function statistic(name: string, values: readonly number[]): number | undefined {
  const compute = STATISTICS[name];
  if (compute === undefined) throw new Error(`the statistic ${name} is not known here`);
  return values.length === 0 ? undefined : compute(values);
}
