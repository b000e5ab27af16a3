import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { etagOf } from "../../../shared/edge/contract/entity-tag.ts";
import { route } from "../../../shared/edge/contract/route.ts";
import { expectedBy } from "../../../shared/edge/if-match.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";
import { anEvent } from "../../support/an-event.ts";

const thing = route({
  ...{ group: "notifications", summary: "", refusals: [], uses: [], impact: "", operationId: "doThing" },
  ...{ method: "PUT", path: "/api/v1/things", changes: "nothing", auth: ["access-token"] },
  success: { status: 200, schema: z.strictObject({}) },
} as const);

const expectedIn = (text?: string) =>
  expectedBy(anEvent(thing, { headers: text === undefined ? {} : { "if-match": text } }));

describe("If-Match (D50)", () => {
  it("says nothing where it is left out", () => {
    expect(expectedIn()).toBeUndefined();
  });

  it.each([
    ["*", "any"],
    [" * ", "any"],
    ['"a"', ["a"]],
    ['"a", "b-default"', ["a", "b-default"]],
    ['"a","b"', ["a", "b"]],
    ['\t"a"\t,\t"b" ', ["a", "b"]],
    [',, "a", , "b",,', ["a", "b"]],
    ['""', [""]],
    ['"a,b", "c"', ["a,b", "c"]],
    ['"*"', ["*"]],
    ['"é"', ["é"]],
  ])("%s names the revisions of strong tags", (text, expected) => {
    expect(expectedIn(text)).toEqual(expected);
  });

  it("compares a weak tag with nothing (RFC 9110, 13.1.1)", () => {
    expect(expectedIn('W/"a", "b"')).toEqual(["b"]);
    expect(expectedIn('W/"a"')).toEqual([]);
  });

  it.each([
    "",
    " ",
    ",",
    "a",
    "'a'",
    '"a',
    'a"',
    '"a" "b"',
    '"a"x',
    "*, *",
    '*, "a"',
    'w/"a"',
    'W / "a"',
    '"a b"',
    '"a\u0001"',
  ])("%j is refused with 400", (text) => {
    expect(() => expectedIn(text)).toThrow(Refusal);
    expect(() => expectedIn(text)).toThrow("If-Match must be *, or ETags as they were answered, in double quotes");
  });

  it("reads any number of tags, and refuses a hostile list, in a moment", () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { minLength: 1, maxLength: 200 }), (revisions) => {
        expect(expectedIn(revisions.map(etagOf).join(", "))).toEqual(revisions);
      }),
      { numRuns: 50 },
    );
    const startedAtMs = performance.now();
    expect(() => expectedIn(`${" ,".repeat(50_000)}x`)).toThrow(Refusal);
    expect(performance.now() - startedAtMs).toBeLessThan(1000);
  });
});
