import type { RightsReport } from "./iam/report.ts";
import type { Failure } from "./lambda/lambda.ts";
import type { Deployment } from "./resources/deployed.ts";
import { KINDS } from "./resources/kinds.ts";

export interface RehearsalReport {
  /** Lists the kinds of resources, the number of each, and its replacement here. */
  readonly kinds: readonly { readonly type: string; readonly count: number; readonly behaviour: string }[];
  readonly rights: RightsReport;
  readonly functionFailures: readonly Failure[];
  readonly webFunctionFailures: readonly string[];
  /** Lists the lines of the gateway's access log that were not valid JSON. */
  readonly brokenLogLines: readonly string[];
  /** Lists hosts that a function tried to reach and that do not exist. */
  readonly unknownHosts: readonly string[];
  /** Lists what the rehearsal itself could not do. */
  readonly ownProblems: readonly string[];
}

export function kindsOf({ resources }: Deployment): RehearsalReport["kinds"] {
  const counts = new Map<string, number>();
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts.keys()]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((type) => ({ type, count: counts.get(type) ?? 0, behaviour: KINDS[type]?.behaviour ?? "" }));
}

/** Lists the faults of the deployment, one per line. The list is empty if there are none. */
export function problemsIn(report: RehearsalReport): string[] {
  const { rights, functionFailures, webFunctionFailures, brokenLogLines, unknownHosts, ownProblems } = report;
  return [
    ...rights.denied.map(
      ({ caller, action, resource, times }) => `${caller} may not ${action} on ${resource} (${times} times)`,
    ),
    ...functionFailures.map(
      ({ functionName, errorType, errorMessage }) => `${functionName}: ${errorType}: ${errorMessage}`,
    ),
    ...webFunctionFailures,
    ...brokenLogLines.map((line) => `a line of the access log is no JSON: ${line}`),
    ...unknownHosts.map((host) => `a function asked for ${host}, which is not there`),
    ...ownProblems,
  ];
}
