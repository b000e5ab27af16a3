/** An area fails below this percentage of killed mutants. */
const THRESHOLD = 80;

const KILLED = ["Killed", "Timeout"];
/** Only these statuses count, because a mutant that does not compile or is ignored shows nothing about the tests. */
const COUNTED = [...KILLED, "Survived", "NoCoverage"];

/** Contains the statuses of all mutants, or a text that says why Stryker could not measure the area. */
export interface AreaResult {
  readonly area: string;
  readonly statuses: readonly string[] | string;
}

/** Returns the percentage of mutants that a test kills, or 100 if there are none. */
export function scoreOf(statuses: readonly string[]): number {
  const counted = statuses.filter((status) => COUNTED.includes(status));
  if (counted.length === 0) return 100;
  return (100 * killedOf(statuses)) / counted.length;
}

const killedOf = (statuses: readonly string[]): number => statuses.filter((status) => KILLED.includes(status)).length;

export const hasFailed = ({ statuses }: AreaResult): boolean =>
  typeof statuses === "string" || scoreOf(statuses) < THRESHOLD;

export function lineOf({ area, statuses }: AreaResult): string {
  if (typeof statuses === "string") return `${area.padEnd(15)} not measured: ${statuses}`;
  const score = scoreOf(statuses);
  const left = statuses.filter((status) => COUNTED.includes(status)).length - killedOf(statuses);
  const verdict = score < THRESHOLD ? `, below ${THRESHOLD}` : "";
  return `${area.padEnd(15)} ${score.toFixed(1).padStart(5)} %  ${killedOf(statuses)} killed, ${left} left${verdict}`;
}
