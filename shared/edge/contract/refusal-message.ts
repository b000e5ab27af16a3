import type * as z from "zod";
import { type FieldProblem, Refusal } from "../../kernel/refusal.ts";

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

const NO_BODY = "invalid request body";

/** One validation problem in words: the field and the rule, never the value (D3). An issue may be about several unknown fields. */
function problemsOf(issue: z.core.$ZodIssue): FieldProblem[] {
  const field = pathOf(issue.path);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ field: pathOf([...issue.path, key]), message: `unknown field "${key}"` }));
  if (issue.code === "invalid_type" && issue.path.length === 0) return [{ field, message: NO_BODY }];
  // A schema's own message names its field already.
  const isOwn = issue.message.includes(" ") && !issue.message.startsWith("Invalid");
  return [{ field, message: isOwn ? issue.message : `${field || "request"} is not valid` }];
}

/** Every problem once; unknown fields come first, since they often explain the rest. */
export function fieldProblems({ issues }: z.ZodError): FieldProblem[] {
  const isUnknown = ({ code }: z.core.$ZodIssue): boolean => code === "unrecognized_keys";
  const ordered = [...issues.filter(isUnknown), ...issues.filter((issue) => !isUnknown(issue))];
  const all = ordered.flatMap(problemsOf);
  return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
}

/** The first problem that the caller should mend. */
export const refusalMessage = (error: z.ZodError): string => fieldProblems(error)[0]?.message ?? NO_BODY;

/** Every problem in its own words. */
export const refusalMessages = (error: z.ZodError): string[] => [
  ...new Set(fieldProblems(error).map(({ message }) => message)),
];

/** The refusal of a request that is not as its schema wants it, with all of its problems (D49). */
export const invalidShape = (error: z.ZodError): Refusal =>
  new Refusal("invalid_request", refusalMessage(error), { problems: fieldProblems(error) });
