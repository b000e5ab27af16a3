import type * as z from "zod";

const pathOf = (path: readonly PropertyKey[]): string => path.map(String).join(".");

/** The words of one validation problem: the field and the rule, never the value (D3). */
function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "unrecognized_keys") return `unknown field "${issue.keys[0] ?? ""}"`;
  if (issue.code === "invalid_type" && issue.path.length === 0) return "invalid request body";
  const field = pathOf(issue.path);
  // A schema's own message names its field already.
  return issue.message.includes(" ") && !issue.message.startsWith("Invalid")
    ? issue.message
    : `${field || "request"} is not valid`;
}

/** The first problem that the caller should mend; an unknown field comes first, since it often explains the rest. */
export function refusalMessage(error: z.ZodError): string {
  const unknown = error.issues.find((issue) => issue.code === "unrecognized_keys");
  const first = unknown ?? error.issues[0];
  return first === undefined ? "invalid request body" : messageOf(first);
}

/** Every problem in its own words; unknown fields come first. */
export function refusalMessages({ issues }: z.ZodError): string[] {
  const unknown = issues.filter((issue) => issue.code === "unrecognized_keys");
  return [...new Set([...unknown, ...issues].map(messageOf))];
}
