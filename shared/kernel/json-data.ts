/** An object that JSON.parse has made. Each name is a property of the object itself, `__proto__` too. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the members of an object or the items of a list. */
export const valuesIn = (container: object): readonly unknown[] => Object.values(container);

export interface JsonLimits {
  /**
   * The greatest number of levels at which objects and lists may lie inside one another. The object itself is level 1.
   */
  readonly levels: number;
  /**
   * The greatest number of values: all members of objects and all items of lists are counted together, at every level.
   */
  readonly values: number;
}

/** Says why an object cannot be taken: for its size, or for a number that exceeds 64 bits, which JSON.parse makes infinite. */
export type JsonProblem = "too large" | "no number";

/**
 * Returns the problem of an object, or undefined when it has none. The search goes level by level, because recursion
 * into deeply nested data of a caller would exhaust the stack.
 */
export function jsonProblem(json: JsonObject, { levels, values }: JsonLimits): JsonProblem | undefined {
  let counted = 0;
  let level: readonly object[] = [json];
  let problem: JsonProblem | undefined;
  for (let depth = 1; level.length > 0; depth++) {
    const inner = level.flatMap(valuesIn);
    counted += inner.length;
    if (depth > levels || counted > values) return "too large";
    if (inner.some(isInfinite)) problem = "no number";
    level = inner.filter(isContainer);
  }
  return problem;
}

const isInfinite = (value: unknown): boolean => typeof value === "number" && !Number.isFinite(value);
const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

/**
 * Returns how many bytes the object has as compact JSON. `jsonProblem` must have limited its levels before, because
 * `JSON.stringify` recurses.
 */
export const jsonBytes = (json: JsonObject): number => Buffer.byteLength(JSON.stringify(json));
