import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { kindOf, type Outcome, outcomeOf, readVectors, templateOf, type Vector } from "./vectors.ts";

const VECTORS = readVectors();
/** Go's decoder gives this list a larger capacity than its length. Our list has none, so the message differs. */
const BEYOND_THE_LENGTH = "d0289";

function agrees({ expect: wanted, policy }: Vector, got: Outcome): boolean {
  if (policy === "must-reject") return got.phase !== "ok";
  if (policy === "may-reject" && got.phase !== "ok") return true;
  if (wanted.parse === "error") return got.phase === "parse";
  if (wanted.exec === "error") return got.phase === "exec";
  return got.phase === "ok" && isWanted(wanted, got.output);
}

function isWanted(wanted: Vector["expect"], output: string): boolean {
  if (wanted.output_sha256 !== undefined) {
    return createHash("sha256").update(output, "utf8").digest("hex") === wanted.output_sha256;
  }
  return output === (wanted.output ?? wanted.output_fffd);
}

describe("Go's own answers", () => {
  it.each(VECTORS.map((vector) => [vector.id, vector.cat, vector] as const))("%s (%s)", (_, __, vector) => {
    const got = outcomeOf(templateOf(vector), vector.data, kindOf(vector));
    expect(agrees(vector, got), JSON.stringify({ wanted: vector.expect, got })).toBe(true);
  });
});

describe("Go's own words", () => {
  const failing = VECTORS.filter(
    ({ id, go_error, policy }) => go_error !== undefined && policy === "exact" && id !== BEYOND_THE_LENGTH,
  );
  it.each(failing.map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
    const got = outcomeOf(templateOf(vector), vector.data, kindOf(vector));
    expect(got).toMatchObject({ message: vector.go_error });
  });
});
