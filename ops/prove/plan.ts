import type { DeployedStage } from "../cost/deployed-stage.ts";
import type { JournalEntry } from "./journal.ts";
import type { Ground } from "./port.ts";
import type { LoadPlan } from "./proving.ts";
import { dollarsOf, runUsage } from "./run-usage.ts";

/** Besides the load, the smoke test and the webhook send these mails. */
const OTHER_MAILS = 2;
/** Deployment, checks and take-down take at most this long. Nobody knows the exact time in advance. */
const HOURS_BESIDE_LOAD = 2;

/**
 * Returns the cost of a run of `herald prove` in dollars, which is an upper bound if the take-down ends within two
 * hours after the load.
 */
export function expectedDollars(deployed: DeployedStage, { perSecond, seconds }: LoadPlan): number {
  const hours = HOURS_BESIDE_LOAD + seconds / 3600;
  return dollarsOf(runUsage(deployed, { emails: perSecond * seconds + OTHER_MAILS, perSecond, hours }));
}

export interface Plan {
  readonly stage: string;
  readonly ground: Ground;
  readonly checks: readonly { readonly name: string }[];
  readonly load: LoadPlan;
  /** The cost in dollars; undefined if the run costs nothing, as in the rehearsal. */
  readonly dollars: number | undefined;
  /** Contains the journal's entry of an earlier run that has left something. */
  readonly earlier?: JournalEntry | undefined;
}

/** Shows what `herald prove` will create and cost. */
export function shownPlan({ stage, ground, checks, load, dollars, earlier }: Plan): string {
  const { perSecond, seconds } = load;
  return [
    `This proves Herald in ${ground.name}, as the stage ${stage}.`,
    ...(earlier === undefined
      ? []
      : [`What an earlier run of ${earlier.startedAt} has left is taken down first: ${earlier.begun.join(", ")}.`]),
    "It makes:",
    ...ground.makings.map(({ plan }) => `  ${plan}`),
    `  ${ground.beside.plan}`,
    `It checks: ${checks.map(({ name }) => name).join("; ")}.`,
    `The load is ${perSecond * seconds} mails, ${perSecond} a second for ${seconds} s.`,
    dollars === undefined
      ? "It costs nothing."
      : `It costs about $${dollars.toFixed(2)} by the list prices for ${HOURS_BESIDE_LOAD} hours (docs/cost.md), and as much again for every two hours that it stays.`,
    "Then it takes everything down again, also after a failure or Ctrl-C.",
  ].join("\n");
}
