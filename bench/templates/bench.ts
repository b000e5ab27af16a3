import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "../../shared/go-template/go-template.ts";
import { render } from "../../shared/go-template/text-template.ts";
import { type BenchResult, median } from "../bench-result.ts";

type Size = "small" | "medium" | "large";
type Language = "go" | "hbs" | "mustache" | "liquid" | "eta";

interface Samples {
  tpl: Record<Size, Record<Language, string>>;
  data: Record<string, string>;
}

/** Represents a template engine. `parse` prepares a template that `render` then uses. */
interface Engine {
  language: Language;
  parse(text: string): unknown;
  render(parsed: unknown): string;
}

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const SIZES: readonly Size[] = ["small", "medium", "large"];
const samples = JSON.parse(readFileSync(join(FOLDER, "templates.json"), "utf8")) as Samples;

const WARM_UP_MS = 200;
const ROUND_MS = 200;
const ROUNDS = 5;
/** The Go program to measure; by default the one in the path. */
const GO = process.env.GO_BINARY ?? "go";
const GO_TIMEOUT_MS = 180_000;

/** Returns the nanoseconds per call, as the median of five rounds after a warm-up. */
function nsPerCall(call: () => unknown): number {
  runFor(WARM_UP_MS, call);
  return Math.round(median(Array.from({ length: ROUNDS }, () => runFor(ROUND_MS, call))));
}

function runFor(ms: number, call: () => unknown): number {
  const start = performance.now();
  let calls = 0;
  let spent = 0;
  while (spent < ms) {
    for (let i = 0; i < 8; i++) call();
    calls += 8;
    spent = performance.now() - start;
  }
  return (spent / calls) * 1e6;
}

/** Returns the data for other languages, which need lists where Go iterates over a map. */
function otherData(): Record<string, unknown> {
  const { data } = samples;
  const sorted = Object.entries(data).sort(([a], [b]) => (a < b ? -1 : 1));
  const rowsArr = sorted.map(([k, v]) => ({ k, v }));
  return { ...data, rows: Object.fromEntries(sorted), rowsArr };
}

const ours: Engine = {
  language: "go",
  parse: (text) => parse(text),
  render: (parsed) => render(parsed as ReturnType<typeof parse>, samples.data),
};

type Loaded = Record<string, unknown> & { default?: unknown };
const others: Record<string, (loaded: Loaded) => Engine> = {
  eta: ({ Eta }) => {
    const eta = new (Eta as new (o: object) => { compile(t: string): (...a: unknown[]) => string })({
      autoEscape: false,
      autoTrim: false,
      varName: "it",
    });
    const data = otherData();
    return {
      language: "eta",
      parse: (text) => eta.compile(text),
      render: (parsed) => (parsed as (this: unknown, d: unknown) => string).call(eta, data),
    };
  },
  mustache: (loaded) => {
    const mustache = loaded.default as {
      clearCache(): void;
      parse(t: string): unknown;
      render(t: string, d: unknown, p: undefined, o: object): string;
    };
    const data = otherData();
    return {
      language: "mustache",
      parse: (text) => {
        mustache.clearCache();
        mustache.parse(text);
        return text;
      },
      render: (parsed) => mustache.render(parsed as string, data, undefined, { escape: String }),
    };
  },
  handlebars: (loaded) => {
    const handlebars = loaded.default as { compile(t: string, o: object): (d: unknown) => string };
    const data = otherData();
    return {
      language: "hbs",
      parse: (text) => {
        const compiled = handlebars.compile(text, { noEscape: true });
        compiled(data); // the engine compiles on first use
        return compiled;
      },
      render: (parsed) => (parsed as (d: unknown) => string)(data),
    };
  },
  liquidjs: ({ Liquid }) => {
    const liquid = new (
      Liquid as new () => { parse(t: string): unknown; renderSync(t: unknown, d: unknown): string }
    )();
    const data = otherData();
    return {
      language: "liquid",
      parse: (text) => liquid.parse(text),
      render: (parsed) => liquid.renderSync(parsed, data),
    };
  },
};

function measure(name: string, engine: Engine): Record<string, number | string>[] {
  return SIZES.map((size) => {
    const text = samples.tpl[size][engine.language];
    const parsed = engine.parse(text);
    const same = engine.render(parsed) === ours.render(ours.parse(samples.tpl[size].go));
    return {
      engine: name,
      template: size,
      "parse ns/op": nsPerCall(() => engine.parse(text)),
      "render ns/op": nsPerCall(() => engine.render(parsed)),
      "output as Go": same ? "yes" : "no",
    };
  });
}

async function measureOther(name: string, notes: string[]): Promise<Record<string, number | string>[]> {
  try {
    const loaded = (await import(name)) as Loaded;
    const engine = others[name]?.(loaded);
    return engine === undefined ? [] : measure(name, engine);
  } catch {
    notes.push(`${name}: not installed, left out`);
    return [];
  }
}

/** Measures real Go on the same templates with `go test -bench`. Returns nothing if it cannot run. */
function measureGo(notes: string[]): Record<string, number | string>[] {
  const folder = mkdtempSync(join(tmpdir(), "herald-go-bench-"));
  try {
    for (const file of ["templates.json", "go.mod", "bench_test.go"]) cpSync(join(FOLDER, file), join(folder, file));
    const args = ["test", "-run", "^$", "-bench", "^Benchmark(Parse|Execute)$", "-cpu", "1", "-benchtime", "0.5s"];
    const ran = spawnSync(GO, args, { cwd: folder, encoding: "utf8", timeout: GO_TIMEOUT_MS });
    if (ran.status !== 0) {
      notes.push(`Go: could not be run here (${(ran.error?.message ?? ran.stderr).split("\n")[0]})`);
      return [];
    }
    const version = spawnSync(GO, ["env", "GOVERSION"], { encoding: "utf8", timeout: GO_TIMEOUT_MS }).stdout.trim();
    notes.push(`Go: ${version}, text/template, one processor`);
    return goRows(ran.stdout, `Go ${version.replace(/^go/, "")}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function goRows(output: string, engine: string): Record<string, number | string>[] {
  const ns = new Map<string, number>();
  for (const [, what, size, value] of output.matchAll(/^Benchmark(\w+)\/(\w+)\s+\d+\s+([\d.]+) ns\/op/gm)) {
    ns.set(`${what} ${size}`, Number(value));
  }
  return SIZES.map((size) => ({
    engine,
    template: size,
    "parse ns/op": ns.get(`Parse ${size}`) ?? 0,
    "render ns/op": ns.get(`Execute ${size}`) ?? 0,
    "output as Go": "yes",
  }));
}

const SERIES_KB = [1, 4, 16, 64, 256, 1024];

/**
 * Measures templates from 1 KB to 1 MiB that repeat one sentence. Its values are short, so that the output stays below
 * the limit.
 */
function sizeSeries(notes: string[]): Record<string, number | string>[] {
  const unit = "Hello {{.first}}, {{if .title}}{{.title}}{{else}}you{{end}} ordered {{.order}} on {{.date}}. ";
  const data = { first: "A", order: "1", date: "2" };
  const rows = SERIES_KB.map((kb) => {
    const text = unit.repeat(Math.ceil((kb * 1024) / unit.length)).slice(0, kb * 1024 - ((kb * 1024) % unit.length));
    const parsed = parse(text);
    const row = {
      parse: nsPerCall(() => parse(text)),
      render: nsPerCall(() => render(parsed, data)),
      bytes: text.length,
    };
    return row;
  });
  const sizes = rows.map(({ bytes }) => bytes);
  for (const what of ["parse", "render"] as const) {
    const exponent = slope(
      sizes,
      rows.map((row) => row[what]),
    );
    notes.push(`${what} time grows with size to the power of ${exponent.toFixed(2)} (1 is linear)`);
  }
  return rows.map(({ bytes, parse: parsing, render: rendering }) => ({
    engine: "ours",
    template: `${bytes} bytes`,
    "parse ns/op": parsing,
    "render ns/op": rendering,
    "output as Go": "",
  }));
}

/** Returns the slope of the least-squares line through the logarithms. */
function slope(xs: readonly number[], ys: readonly number[]): number {
  const points = xs.map((x, i) => [Math.log(x), Math.log(ys[i] ?? 1)] as const);
  const meanX = points.reduce((sum, [x]) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, [, y]) => sum + y, 0) / points.length;
  const above = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return above / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

/** Compares our engine with real Go and, where they are installed, with other template engines. */
export async function run(): Promise<BenchResult> {
  const notes: string[] = [];
  const rows = measure("ours", ours);
  rows.push(...measureGo(notes));
  for (const name of Object.keys(others)) rows.push(...(await measureOther(name, notes)));
  rows.push(...sizeSeries(notes));
  return { name: "templates", rows, notes };
}
