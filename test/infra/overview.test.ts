import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { settings as prodExample } from "../../config/prod.example.ts";
import { functions } from "../../lib/functions.ts";
import { type Fields, type Metric, metricsIn } from "./embedded-metrics.ts";
import { functionIn, resourcesOf, synthesise } from "./stacks/synthesise.ts";

/** Returns every line that the product's own log and metrics wrote. */
async function writtenLines(): Promise<Fields[]> {
  const script = resolve(import.meta.dirname, "overview/write-lines.ts");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script],
    { timeout: 100_000, maxBuffer: 10_000_000 },
  );
  const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line): Fields => JSON.parse(line));
}

/** Converts an expression to text, in which a reference appears as its logical id. */
function resolved(value: unknown): string {
  if (typeof value === "string") return value;
  const { Ref, "Fn::Join": join } = value as Fields;
  return join === undefined ? `{${Ref ?? "other"}}` : join[1].map(resolved).join("");
}

interface Widget {
  readonly type: string;
  readonly x: number;
  readonly y: number;
  readonly properties: Fields;
}

/** Reads a metric such as `["AWS/Lambda", "Errors", "FunctionName", "{…}", { … }]`. */
function metricOf([namespace, name, ...rest]: unknown[]): Metric & { readonly label: string } {
  const texts = rest.filter((one) => typeof one === "string");
  const options = rest.find((one) => typeof one === "object") as Fields | undefined;
  const dimensions = texts.flatMap((text, i) => (i % 2 === 0 ? [[text, texts[i + 1] ?? ""] as const] : []));
  return { namespace: String(namespace), name: String(name), dimensions, label: options?.label ?? "" };
}

const STRING = /"[^"]*"/g;
const KEYWORDS = new Set(["filter", "stats", "sort", "limit", "by", "as", "desc", "asc", "and", "or", "in", "like"]);
const FUNCTIONS = new Set(["count", "ispresent", "sum", "coalesce"]);
/** Returns the fields of log lines that a query reads, without the names that the query defines itself. */
function fieldsRead(query: string): string[] {
  const named = [...query.matchAll(/ as (\w+)/g)].map(([, name]) => name);
  const names = query.replace(STRING, "").match(/[A-Za-z_][\w.]*/g) ?? [];
  return names.filter((name) => !KEYWORDS.has(name) && !FUNCTIONS.has(name) && !named.includes(name));
}
const eventIn = (query: string): string | undefined => /message = "([^"]+)"/.exec(query)?.[1];
const hasField = (line: Fields, path: string): boolean =>
  path.split(".").reduce<unknown>((held, key) => (held as Fields | undefined)?.[key], line) !== undefined;

describe("the dashboard", () => {
  let lines: Fields[];
  let service: Template;
  let widgets: Widget[];
  beforeAll(async () => {
    lines = await writtenLines();
    service = synthesise({ stage: "prod", ...prodExample }).service;
    const [[, dashboard] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::CloudWatch::Dashboard");
    widgets = JSON.parse(resolved(dashboard.Properties.DashboardBody)).widgets;
  });
  const graphed = () =>
    widgets
      .filter(({ type }) => type === "metric")
      .flatMap(({ properties }) => properties.metrics as unknown[][])
      .map(metricOf);
  const queries = () =>
    widgets
      .filter(({ type }) => type === "log")
      .map(({ properties }) => {
        const text: string = properties.query;
        const parts = text.split(/\s*\|\s*/);
        const isSource = (part: string) => part.startsWith("SOURCE ");
        return {
          title: String(properties.title),
          logs: parts.filter(isSource).map((part) => part.replace(/^SOURCE '(.*)'$/, "$1")),
          query: parts.filter((part) => !isSource(part)).join(" | "),
        };
      });

  it("asks its three questions from top to bottom, and says how each is to be read", () => {
    const texts = widgets.filter(({ type }) => type === "text");
    expect(texts.map(({ properties }) => properties.markdown.split("\n")[0])).toEqual([
      "# Is it us?",
      "# Is it the provider?",
      "# Is it one owner?",
    ]);
    expect(texts.map(({ y }) => y)).toEqual(texts.map(({ y }) => y).toSorted((a, b) => a - b));
    for (const { properties } of texts) expect(properties.markdown.length).toBeGreaterThan(200);
  });

  it("gives every other widget a question for a title", () => {
    const others = widgets.filter(({ type }) => type !== "text");
    expect(others.length).toBeGreaterThan(12);
    for (const { properties } of others) expect(properties.title).toMatch(/^[A-Z][^?]+\?/);
  });

  it("graphs no metric of ours that nobody writes, with the dimensions that it is written with", () => {
    const written = lines.flatMap(metricsIn);
    const shape = ({ name, dimensions }: Metric) => `${name} ${dimensions.map(([key]) => key).toSorted()}`;
    const ours = graphed().filter(({ namespace }) => namespace === "Herald");
    expect(ours.length).toBeGreaterThan(15);
    const known = new Set(written.map(shape));
    expect(ours.map(shape).filter((one) => !known.has(one))).toEqual([]);
    // Both sides must use the same values of dimensions.
    const channels = (all: readonly Metric[]) =>
      new Set(
        all.flatMap(({ dimensions }) => dimensions.filter(([key]) => key === "channel").map(([, value]) => value)),
      );
    expect(channels(ours)).toEqual(channels(written));
    const services = (all: readonly Metric[]) =>
      new Set(
        all.flatMap(({ dimensions }) => dimensions.filter(([key]) => key === "service").map(([, value]) => value)),
      );
    expect(services(ours)).toEqual(services(written));
  });

  it("graphs every function's failures, and the answers to attempts of this stage's own worker", () => {
    const ids = new Set(
      graphed()
        .filter(({ name }) => name === "Errors")
        .flatMap(({ dimensions }) => dimensions.map(([, value]) => value)),
    );
    expect(ids).toEqual(new Set(functions.map(({ name }) => `{${functionIn(service, name)[0]}}`)));
    const worker = `{${functionIn(service, "deliver-notification")[0]}}`;
    const answers = graphed().filter(({ name }) => name.startsWith("provider_"));
    expect(new Set(answers.flatMap(({ dimensions }) => new Map(dimensions).get("function")))).toEqual(
      new Set([worker]),
    );
  });

  it("never makes an owner, an account or an id a dimension, which would cost without bound", () => {
    const keys = new Set(
      [...graphed(), ...lines.flatMap(metricsIn)].flatMap(({ dimensions }) => dimensions.map(([key]) => key)),
    );
    expect([...keys].filter((key) => /owner|account|^id$|credential|host|recipient/i.test(key))).toEqual([]);
  });

  it("reads fields only that a line of the event really has", () => {
    expect(queries().length).toBeGreaterThan(6);
    for (const { title, query } of queries()) {
      const event = eventIn(query);
      const read = fieldsRead(query);
      expect(read.length, title).toBeGreaterThan(1);
      const ofEvent = lines.filter(({ message, level }) =>
        event === undefined ? level === "ERROR" : message === event,
      );
      expect(ofEvent.length, title).toBeGreaterThan(0);
      const missing = read.filter((field) => !ofEvent.some((line) => hasField(line, field)));
      expect(missing, title).toEqual([]);
    }
  });

  it("compares with values only that a line really has", () => {
    const values = (field: string) => new Set(lines.map((line) => line[field]));
    const compared = queries().flatMap(({ query }) => [...query.matchAll(/(\w+) (?:=|in) (\[[^\]]*\]|"[^"]*"|\d+)/g)]);
    expect(compared.length).toBeGreaterThan(8);
    for (const [, field = "", given = ""] of compared)
      for (const value of [JSON.parse(given)].flat()) expect(values(field), `${field} ${value}`).toContain(value);
  });

  it("finds the owner of a credential that is refused for its rate, by the lines before", () => {
    const requests = lines.filter(({ message }) => message === "http.request");
    const refused = requests.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(({ owner }) => owner !== undefined)).toEqual([]);
    const [{ credential } = {} as Fields] = refused;
    expect(requests.find(({ owner, credential: other }) => owner && other === credential)?.owner).toBe("owner-1");
  });

  it("covers the log of every function and server", () => {
    const covered = new Set(queries().flatMap(({ logs }) => logs));
    const needed = functions.map(({ name }) => {
      const { LoggingConfig } = functionIn(service, name)[1].Properties;
      return resolved(LoggingConfig.LogGroup);
    });
    const servers = resourcesOf(service, "AWS::Logs::LogGroup").filter(([id]) =>
      /^MediaUploadLog[0-9A-F]{8}$/.test(id),
    );
    expect(servers).toHaveLength(1);
    const all = [...needed, ...servers.map(([id]) => `{${id}}`)];
    expect(all.filter((one) => !covered.has(one))).toEqual([]);
    // CloudWatch limits the log groups of one query to 50.
    for (const { logs } of queries()) expect(logs.length).toBeLessThanOrEqual(50);
  });
});
