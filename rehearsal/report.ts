import type { RightsReport } from "./iam/report.ts";
import type { Failure } from "./lambda/lambda.ts";
import type { Deployment } from "./resources/deployed.ts";
import { KINDS } from "./resources/kinds.ts";

export interface RehearsalReport {
  /** How many of each kind, and what takes its place here. */
  readonly kinds: readonly { readonly type: string; readonly count: number; readonly behaviour: string }[];
  readonly rights: RightsReport;
  readonly functionFailures: readonly Failure[];
  readonly webFunctionFailures: readonly string[];
  /** Lines of the gateway's access log that were no JSON. */
  readonly brokenLogLines: readonly string[];
  /** Hosts that a function asked for and that are not there. */
  readonly unknownHosts: readonly string[];
  /** What the rehearsal itself could not do. */
  readonly troubles: readonly string[];
}

export function kindsOf({ resources }: Deployment): RehearsalReport["kinds"] {
  const counts = new Map<string, number>();
  for (const { type } of resources) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts.keys()]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((type) => ({ type, count: counts.get(type) ?? 0, behaviour: KINDS[type]?.behaviour ?? "" }));
}

/** What is wrong with the deployment, a line each; empty when it is sound. */
export function problemsIn(report: RehearsalReport): string[] {
  const { rights, functionFailures, webFunctionFailures, brokenLogLines, unknownHosts, troubles } = report;
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
    ...troubles,
  ];
}
