/** Each of these values stands for a class that has broken services before. */
export const NASTY: readonly unknown[] = [
  "\ud800",
  "\u0000",
  "a\r\nBcc: x@example.test",
  "\u202e\ufeff",
  "{{",
  "x".repeat(70_000),
  "",
  1e308,
  -1,
  null,
  true,
  [],
  {},
  ["x"],
];

type Path = readonly (string | number)[];

/** It answers, in order, where a body holds a value that is no object and no array. */
export function leavesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [at];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return entries.flatMap(([name, inner]) => leavesOf(inner, [...at, name]));
}

export function withAt(value: unknown, [first, ...rest]: Path, other: unknown): unknown {
  if (first === undefined) return other;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[first] = withAt(copy[first], rest, other);
  return copy;
}

/** It makes each field of each right body wrong in turn, with every nasty value. */
export const sweep = (bodies: readonly unknown[], values = NASTY): unknown[] =>
  bodies.flatMap((body) => leavesOf(body).flatMap((leaf) => values.map((value) => withAt(body, leaf, value))));
