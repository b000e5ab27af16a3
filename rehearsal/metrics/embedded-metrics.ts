import * as z from "zod";
import type { PutMetric } from "./metric-store.ts";

const directive = z.looseObject({
  Namespace: z.string(),
  Dimensions: z.array(z.array(z.string())),
  Metrics: z.array(z.looseObject({ Name: z.string() })),
});
const embedded = z.looseObject({ _aws: z.looseObject({ CloudWatchMetrics: z.array(directive) }) });
const values = z.union([z.number().transform((one) => [one]), z.array(z.number())]);

/**
 * Stores the metrics that a log line contains in the embedded metric format (CloudWatch User Guide). Other lines
 * contain none.
 */
export function putEmbeddedMetrics(line: string, put: PutMetric): void {
  if (!line.includes('"_aws"')) return;
  const read = embedded.safeParse(jsonOf(line));
  if (!read.success) return;
  for (const one of read.data._aws.CloudWatchMetrics) putDirective(one, read.data, put);
}

function putDirective(
  { Namespace: namespace, Dimensions, Metrics }: z.output<typeof directive>,
  fields: Readonly<Record<string, unknown>>,
  put: PutMetric,
): void {
  const sets = Dimensions.map((names) => Object.fromEntries(names.map((one) => [one, String(fields[one])])));
  for (const { Name: name } of Metrics)
    for (const value of values.parse(fields[name]))
      for (const dimensions of sets) put({ namespace, name }, dimensions, value);
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
