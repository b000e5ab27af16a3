/** Each of these values stands for a kind of value that has broken services before. */
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

/** Returns, in order, the paths of all values in a body that are neither object nor array. */
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

/** Replaces each field of each valid body in turn with every nasty value. */
export const sweep = (bodies: readonly unknown[], values = NASTY): unknown[] =>
  bodies.flatMap((body) => leavesOf(body).flatMap((leaf) => values.map((value) => withAt(body, leaf, value))));
