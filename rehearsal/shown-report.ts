import type { CallCount } from "./iam/report.ts";
import type { RehearsalReport } from "./report.ts";

const call = ({ caller, action, resource, times }: CallCount): string => `  ${caller} ${action} ${resource}: ${times}`;

/**
 * Formats the report for people: the resources by kind with their behaviour here, the calls, and the unused statements.
 */
export function shownReport({ kinds, rights }: RehearsalReport): string {
  return [
    "Resources by kind, and what takes their place here:",
    ...kinds.map(({ type, count, behaviour }) => `  ${String(count).padStart(3)} ${type}: ${behaviour}`),
    `Calls allowed (${rights.allowed.length} kinds):`,
    ...rights.allowed.map(call),
    `Calls denied (${rights.denied.length} kinds):`,
    ...rights.denied.map(call),
    `Statements that allowed no call (${rights.unused.length}):`,
    ...rights.unused.map((one) => `  ${one}`),
  ].join("\n");
}
