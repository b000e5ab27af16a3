// biome-ignore lint/suspicious/noExplicitAny: neither lines of a log nor what a template holds have a type.
export type Fields = Record<string, any>;

export interface Metric {
  readonly namespace: string;
  readonly name: string;
  /** The dimensions are sorted by name. */
  readonly dimensions: readonly (readonly [name: string, value: string])[];
}

export const sorted = (dimensions: [string, string][]) => dimensions.toSorted(([a], [b]) => a.localeCompare(b));

/**
 * Returns the metrics that CloudWatch reads from a line (CloudWatch User Guide, "Specification: Embedded metric
 * format").
 */
export function metricsIn(line: Fields): Metric[] {
  const directives: Fields[] = line._aws?.CloudWatchMetrics ?? [];
  return directives.flatMap(({ Namespace: namespace, Dimensions, Metrics }) =>
    (Dimensions as string[][]).flatMap((names) =>
      (Metrics as Fields[]).map(({ Name: name }) => ({
        namespace,
        name,
        dimensions: sorted(names.map((one) => [one, line[one]])),
      })),
    ),
  );
}
