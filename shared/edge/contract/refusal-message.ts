import type * as z from "zod";
import { type FieldProblem, Refusal } from "../../kernel/refusal.ts";

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

const NO_BODY = "invalid request body";

/**
 * Describes a validation issue by the field and the rule, never by the value (D3). One issue may name several unknown
 * fields.
 */
function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const field = pathOf(issue.path);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ field: pathOf([...issue.path, key]), message: `unknown field "${key}"` }));
  if (issue.code === "invalid_type" && issue.path.length === 0) return [{ field, message: NO_BODY }];
  // A message from one of our schemas already names its field.
  const isOwn = issue.message.includes(" ") && !issue.message.startsWith("Invalid");
  return [{ field, message: isOwn ? issue.message : `${field || "request"} is not valid` }];
}

/** The most problems that an answer names (D49). */
const MOST_PROBLEMS = 100;

/** Lists each problem once, up to the limit. Unknown fields come first, since they often explain the others. */
function fieldProblems({ issues }: z.ZodError): readonly FieldProblem[] {
  const isUnknown = ({ code }: z.core.$ZodIssue): boolean => code === "unrecognized_keys";
  const found = new Map<string, FieldProblem>();
  for (const issue of [...issues.filter(isUnknown), ...issues.filter((one) => !isUnknown(one))])
    for (const problem of problemsOf(issue)) {
      found.set(JSON.stringify(problem), problem);
      if (found.size === MOST_PROBLEMS) return [...found.values()];
    }
  return [...found.values()];
}

export type Shape<Output> = { readonly data: Output } | { readonly problems: readonly FieldProblem[] };

/**
 * Reads a value by a schema, or returns what is wrong with it. The schema library passes problems on as the arguments
 * of a call, so very many problems or very deep nesting exhaust the stack; such a value is one problem by itself.
 */
export function readShape<Schema extends z.ZodType>(schema: Schema, value: unknown): Shape<z.output<Schema>> {
  try {
    const parsed = schema.safeParse(value);
    return parsed.success ? { data: parsed.data } : { problems: fieldProblems(parsed.error) };
  } catch (error) {
    if (error instanceof RangeError) return { problems: [{ field: "", message: NO_BODY }] };
    throw error;
  }
}

/**
 * Reads a value by a schema.
 * @throws Refusal `invalid_request` with the first problem as its message and a list of all problems (D49)
 */
export function parseShape<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const shape = readShape(schema, value);
  if ("data" in shape) return shape.data;
  const { problems } = shape;
  throw new Refusal("invalid_request", problems[0]?.message ?? NO_BODY, { problems });
}
