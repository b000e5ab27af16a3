export type Dimensions = Readonly<Record<string, string>>;

export interface MetricName {
  readonly namespace: string;
  readonly name: string;
}

/** Takes one value, of this moment, from a service of AWS or a function. */
export type PutMetric = (metric: MetricName, dimensions: Dimensions, value: number) => void;

interface Sample {
  readonly at: number;
  readonly value: number;
}

interface Series extends MetricName {
  readonly dimensions: Dimensions;
  readonly samples: Sample[];
}

/** From `from` on and before `to`, epoch milliseconds. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Twice as many are cut to so many. */
const KEPT_SAMPLES = 50_000;

/** CloudWatch's metrics: a series for every name with every set of dimensions, nothing added up between them. */
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

  /** Of exactly this series, as an alarm asks for it. */
  values(metric: MetricName, dimensions: Dimensions, window: Window): number[] {
    return within(this.#series.get(keyOf(metric, dimensions))?.samples ?? [], window);
  }

  /** Of every series that has these dimensions among its own, as a query of Metrics Insights asks. */
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

/** Undefined where there is no value. Throws at a statistic that is not known here. */
export function statistic(name: string, values: readonly number[]): number | undefined {
  const compute = STATISTICS[name];
  if (compute === undefined) throw new Error(`the statistic ${name} is not known here`);
  return values.length === 0 ? undefined : compute(values);
}
