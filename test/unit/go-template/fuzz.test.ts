import { describe, expect, it } from "vitest";
import { emailDialect } from "../../../shared/go-template/dialects.ts";
import { parse } from "../../../shared/go-template/go-template.ts";
import { LIMITS } from "../../../shared/go-template/limits.ts";
import { templateVariables } from "../../../shared/go-template/template-variables.ts";
import {
  httpProviderDialect,
  render,
  TemplateExecError,
  TemplateParseError,
} from "../../../shared/go-template/text-template.ts";
import { processorMs } from "../../support/growth.ts";
import { dataTemplate, FUZZ_JSON } from "./data-template-generator.ts";
import {
  FUZZ_DATA,
  formatString,
  mutated,
  operand,
  pick,
  pipeline,
  type Random,
  seeded,
  template,
} from "./template-generator.ts";
import { readVectors, templateOf } from "./vectors.ts";

/** HERALD_FUZZ_SECONDS sets the duration of a run, and HERALD_FUZZ_SEED repeats a run. */
const SECONDS = Number(process.env.HERALD_FUZZ_SECONDS ?? 3);
const SEED = Number(process.env.HERALD_FUZZ_SEED ?? Date.now() % 2 ** 31);
/** The limit of processor time, far above the 250 ms of a rendering and the time of parsing. */
const PATIENCE_MS = 5_000;

const HTTP_DATA = { To: "bob@ex.org", CC: ["c1@ex.org", "c2@ex.org"], Subject: 'Hi "Bob" <b>&\u2028', Body: "l1\nl2" };
const VECTORS = readVectors().filter(({ template: text }) => text !== undefined);

interface Case {
  text: string;
  data: Record<string, unknown>;
  json?: Record<string, unknown>;
  isHttp: boolean;
}

const SHAPES: readonly ((random: Random) => Case)[] = [
  (random) => email(`{{${pipeline(random, 2)}}}`),
  (random) => email(template(random)),
  (random) => email(mutated(random, template(random))),
  (random) => email(`{{printf ${formatString(random)} ${operand(random, 1)} ${operand(random, 1)}}}`),
  (random) => ({ text: dataTemplate(random), data: {}, json: FUZZ_JSON, isHttp: false }),
  (random) => ({ text: mutated(random, dataTemplate(random)), data: { other: "x" }, json: FUZZ_JSON, isHttp: false }),
  (random) => ({ text: mutated(random, `{{${pipeline(random, 2)} | json}}`), data: HTTP_DATA, isHttp: true }),
  (random) => {
    const vector = pick(random, VECTORS);
    const text = mutated(random, templateOf(vector));
    if (vector.datatype === "any") return { text, data: {}, json: vector.data ?? {}, isHttp: false };
    return { text, data: vector.data ?? {}, isHttp: vector.kind === "http" };
  },
];

function email(text: string): Case {
  return { text, data: FUZZ_DATA, isHttp: false };
}

type Counts = Record<"ok" | "parse" | "exec", number>;

/** Runs one template. Throws if any error but the two expected ones occurs, or if a limit is exceeded. */
function attempt(one: Case, counts: Counts): void {
  expect(processorMs(() => run(one, counts))).toBeLessThan(PATIENCE_MS);
}

function run({ text, data, json, isHttp }: Case, counts: Counts): void {
  try {
    const parsed = parse(text, isHttp ? httpProviderDialect : emailDialect);
    expect(templateVariables(parsed).every((name) => typeof name === "string")).toBe(true);
    const output = render(parsed, data, { json });
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(LIMITS.outputBytes);
    expect(output.isWellFormed()).toBe(true);
    expect(render(parsed, data, { json })).toBe(output);
    counts.ok++;
  } catch (error) {
    if (error instanceof TemplateParseError) counts.parse++;
    else if (error instanceof TemplateExecError) counts.exec++;
    else throw error;
  }
}

describe("any template", () => {
  it(
    "renders within the limits or fails with one of the engine's two errors",
    () => {
      const random = seeded(SEED);
      const counts: Counts = { ok: 0, parse: 0, exec: 0 };
      const end = performance.now() + SECONDS * 1000;
      while (performance.now() < end) {
        const next = pick(random, SHAPES)(random);
        try {
          attempt(next, counts);
        } catch (error) {
          throw new Error(`seed ${SEED}: ${JSON.stringify(next)}`, { cause: error });
        }
      }
      if (process.env.HERALD_FUZZ_SECONDS !== undefined) console.log(`fuzz seed ${SEED}: ${JSON.stringify(counts)}`);
      expect(counts.ok).toBeGreaterThan(0);
      expect(counts.parse).toBeGreaterThan(0);
      expect(counts.exec).toBeGreaterThan(0);
    },
    SECONDS * 1000 + 30_000,
  );
});
