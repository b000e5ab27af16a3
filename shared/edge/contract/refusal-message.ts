import * as z from "zod";
import { INVALID_BODY } from "../../kernel/json-object.ts";
import { type FieldProblem, Refusal } from "../../kernel/refusal.ts";
import { nearestField } from "./nearest-field.ts";

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** A problem that the answer may name. */
interface Found extends FieldProblem {
  /**
   * Finds the known field that an unknown field looks like. Only problems that the answer names are looked up, because a body may hold
   * 100,000 others.
   */
  readonly meant?: () => string | undefined;
}

/** The known fields of each object in which unknown fields were found, by the list of unknown fields in the issue. */
type KnownFields = Map<readonly string[], readonly string[]>;

/** Notes the fields that a schema has. An issue has only the unknown fields, and its schema is at hand only while its message is made. */
const noteKnownFields =
  (known: KnownFields) =>
  (issue: z.core.$ZodRawIssue): undefined => {
    if (issue.code === "unrecognized_keys" && issue.inst instanceof z.ZodObject)
      known.set(issue.keys, Object.keys(issue.inst.shape));
  };

/**
 * Describes a validation issue by the field and the rule, never by the value (D3). One issue may name several unknown
 * fields.
 */
function problemsOf(issue: z.core.$ZodIssue, known: KnownFields): Found[] {
  const field = pathOf(issue.path);
  if (issue.code === "unrecognized_keys") {
    const fields = known.get(issue.keys) ?? [];
    return issue.keys.map((key) => ({
      field: pathOf([...issue.path, key]),
      message: `unknown field "${key}"`,
      meant: () => nearestField(key, fields),
    }));
  }
  if (issue.code === "invalid_type" && issue.path.length === 0) return [{ field, message: INVALID_BODY }];
  // A message from one of our schemas already names its field.
  const isOwn = issue.message.includes(" ") && !issue.message.startsWith("Invalid");
  return [{ field, message: isOwn ? issue.message : `${field || "request"} is not valid` }];
}

/** The most problems that an answer names (D49). */
const MOST_PROBLEMS = 100;

/** Lists each problem once, up to the limit. Unknown fields come first, since they often explain the others. */
function foundIn({ issues }: z.ZodError, known: KnownFields): readonly Found[] {
  const isUnknown = ({ code }: z.core.$ZodIssue): boolean => code === "unrecognized_keys";
  const found = new Map<string, Found>();
  for (const issue of [...issues.filter(isUnknown), ...issues.filter((one) => !isUnknown(one))])
    for (const problem of problemsOf(issue, known)) {
      found.set(JSON.stringify(problem), problem);
      if (found.size === MOST_PROBLEMS) return [...found.values()];
    }
  return [...found.values()];
}

type Judged<Output> = { readonly data: Output } | { readonly found: readonly Found[] };

/**
 * The schema library passes problems on as the arguments of a call, so very many problems or very deep nesting exhaust
 * the stack; such a value is one problem by itself.
 */
function judged<Schema extends z.ZodType>(schema: Schema, value: unknown): Judged<z.output<Schema>> {
  const known: KnownFields = new Map();
  try {
    const parsed = schema.safeParse(value, { error: noteKnownFields(known) });
    return parsed.success ? { data: parsed.data } : { found: foundIn(parsed.error, known) };
  } catch (error) {
    if (error instanceof RangeError) return { found: [{ field: "", message: INVALID_BODY }] };
    throw error;
  }
}

/** Adds the field that was meant, if there is one (D54). */
function told({ field, message, meant }: Found): FieldProblem {
  const name = meant?.();
  return { field, message: name === undefined ? message : `${message}, did you mean "${name}"?` };
}

export type Shape<Output> = { readonly data: Output } | { readonly problems: readonly FieldProblem[] };

/** Reads a value by a schema, or returns what is wrong with it. */
export function readShape<Schema extends z.ZodType>(schema: Schema, value: unknown): Shape<z.output<Schema>> {
  const shape = judged(schema, value);
  return "data" in shape ? shape : { problems: shape.found.map(told) };
}

/**
 * Reads a value by a schema.
 * @throws Refusal `invalid_request` with the first problem as its message and a list of all problems (D49)
 */
export function parseShape<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const shape = judged(schema, value);
  if ("data" in shape) return shape.data;
  throw new Refusal("invalid_request", shape.found[0]?.message ?? INVALID_BODY, { problems: shape.found.map(told) });
}
