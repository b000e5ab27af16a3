import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../../shared/go-template/go-template.ts";
import { LIMITS } from "../../../shared/go-template/limits.ts";
import { render, TemplateExecError, TemplateParseError } from "../../../shared/go-template/text-template.ts";
import {
  inPlace,
  largeValues,
  OPERATIONS,
  onLargeValue,
  SHAPES,
  SPOTS,
  type WorstCase,
} from "../../support/worst-templates.ts";

const TURNS = 3;
/** A template of this many units is longer than what the engine reads between two looks at the clock. */
const UNITS = 70_000;
const VALUES = largeValues(UNITS);
/** These messages end a rendering before its time limit does. */
const ENDED = /exceed|larger than 1 MiB|longer than 1 MiB|more than \d+ |non-comparable/;

interface Outcome {
  readonly looks: number;
  /** The refusal is undefined if the template rendered. */
  readonly refusal?: string;
}

/**
 * Renders without a time limit, unless every look at the clock is `msALook` later. Fails for any error but the two
 * expected ones.
 */
function rendered({ text, data = {}, json, escape: escaping = "none" }: WorstCase, msALook = 0): Outcome {
  let looks = 0;
  try {
    const output = render(parse(text, undefined, { escape: escaping }), data, { json, now: () => msALook * looks++ });
    expect(Buffer.byteLength(output)).toBeLessThanOrEqual(LIMITS.outputBytes);
    return { looks };
  } catch (error) {
    if (!(error instanceof TemplateExecError || error instanceof TemplateParseError)) throw error;
    return { looks, refusal: error.message };
  }
}

const isEnded = ({ refusal }: Outcome): boolean => refusal !== undefined && ENDED.test(refusal);

const looksOften = { looks: expect.toSatisfy((looks: number) => looks >= TURNS) };

describe("the worst that a template may cost", () => {
  it.each(OPERATIONS)("looks at the clock whenever %s has read a large value", (operation) => {
    for (const [name, value] of Object.entries(VALUES)) {
      const ended = rendered(onLargeValue(operation, value, TURNS));
      if (!isEnded(ended)) expect(ended, name).toMatchObject(looksOften);
    }
  });

  it.each(SPOTS)("looks at the clock whenever a large value was escaped in %s", (place) => {
    for (const [name, value] of Object.entries(VALUES)) {
      const ended = rendered(inPlace(place, value, TURNS));
      if (!isEnded(ended)) expect(ended, name).toMatchObject(looksOften);
    }
  });

  it.each(Object.entries(SHAPES))("ends %s by a limit", (_, shape) => {
    expect(rendered(shape, 5).refusal ?? "rendered").toMatch(/limit|exceed|than|rendered/);
  });

  it("ends any nesting of blocks, calls and parentheses, within the limits or by one of them", () => {
    const level = fc.constantFrom(
      ["{{if 1}}", "{{end}}"],
      ["{{with .}}", "{{end}}"],
      ["{{range 3}}", "{{end}}"],
      ["{{range $}}", "{{end}}"],
      ["{{range $k, $v := $}}", "{{$k}}{{end}}"],
      ['{{template "r" $}}', ""],
      ['{{template "s" (print $)}}', ""],
      ['{{$x = print $x $x "<"}}', ""],
      ["{{if lt $x (html $x)}}", "{{end}}"],
      ['{{printf "%*s" (len $x) $x}}', ""],
      [`{{$x = ${"(print ".repeat(60)}$x${")".repeat(60)}}}`, ""],
    );
    // Each level is repeated as often as its run says, because depth comes from long runs.
    const levels = fc.array(fc.tuple(level, fc.constantFrom(1, 2, 20, 120, 400)), { minLength: 1, maxLength: 5 });
    const escapings = fc.constantFrom("none" as const, "html" as const);
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(levels, levels, escapings, (inner, outer, escaping) => {
        const nest = (runs: typeof inner) =>
          runs.reduceRight(
            (inside, [[open = "", close = ""], times]) => open.repeat(times) + inside + close.repeat(times),
            "x",
          );
        const text = `{{define "r"}}{{$x := "é"}}${nest(inner)}{{end}}{{define "s"}}{{$x := .}}{{$x}}{{end}}{{$x := "日"}}${nest(outer)}`;
        const { refusal = "rendered" } = rendered({ text, data: { a: "<", b: "é" }, escape: escaping }, 5);
        expect(refusal).not.toContain("nested too deeply");
        outcomes.add(refusal === "rendered" ? refusal : "refused");
      }),
      { numRuns: 150 },
    );
    expect([...outcomes].toSorted()).toEqual(["refused", "rendered"]);
  });
});
