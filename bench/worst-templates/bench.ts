import { parse } from "../../shared/go-template/go-template.ts";
import { render } from "../../shared/go-template/text-template.ts";
import { processorMs } from "../../test/support/growth.ts";
import {
  inPlace,
  largeValues,
  OPERATIONS,
  onLargeValue,
  SHAPES,
  SPOTS,
  type WorstCase,
} from "../../test/support/worst-templates.ts";
import { type BenchResult, median, rounded } from "../bench-result.ts";
import { memoryMb } from "../process-memory.ts";

/** A value has this length, because a request has room for a megabyte. */
const UNITS = 340_000;
const SHOWN = 12;

interface Measured {
  readonly template: string;
  readonly ms: number;
  readonly ended: string;
}

function measured(template: string, { text, data = {}, json, escape: escaping = "none" }: WorstCase): Measured {
  const parsed = parse(text, undefined, { escape: escaping });
  let ended = "";
  const ms = processorMs(() => {
    try {
      ended = `rendered ${render(parsed, data, { json }).length} characters`;
    } catch (error) {
      ended = (error as Error).message.slice(0, 60);
    }
  });
  return { template, ms, ended };
}

function* worstCases(): Generator<Measured> {
  const values = Object.entries(largeValues(UNITS));
  for (const [name, value] of values) {
    for (const operation of OPERATIONS) yield measured(`${operation} of ${name}`, onLargeValue(operation, value));
    for (const place of SPOTS) yield measured(`${place} of ${name}`, inPlace(place, value));
  }
  for (const [name, shape] of Object.entries(SHAPES)) yield measured(name, shape);
}

/**
 * Measures the greatest cost of rendering, with the real clock, for templates that would run for minutes. It shows the
 * most expensive ones.
 */
export async function run(): Promise<BenchResult> {
  const all = [...worstCases()].sort((a, b) => b.ms - a.ms);
  return {
    name: `Processor time of one render: the worst of ${all.length} templates`,
    rows: all.slice(0, SHOWN).map(({ ms, ...of }) => ({ "processor ms": rounded(ms), ...of })),
    notes: [
      `Half of them take less than ${rounded(median(all.map(({ ms }) => ms)))} ms. The limit of a render is 250 ms by the clock.`,
      `Garbage of the engine's other threads is not counted. Memory of the process at the end: ${Math.round(memoryMb(process.pid))} MB.`,
    ],
  };
}
