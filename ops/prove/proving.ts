import type { DeployedStage } from "../cost/deployed-stage.ts";
import type { Api } from "./api.ts";
import type { Access, Ground, Period } from "./port.ts";

/** Describes the load of `herald prove`, which sends mails at a steady rate however long the answers take. */
export interface LoadPlan {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface LoadWaits {
  /** The check waits at most this long for every mail to arrive. */
  readonly deliveredMs: number;
  /** After the load, the check looks for this long for mails that were sent twice. */
  readonly copiesMs: number;
}

/** Describes an owner of a run of `herald prove`, whom nobody else uses. */
export interface ProofOwner {
  /** The subject of the owner's access tokens. */
  readonly sub: string;
  readonly key: string;
  readonly token: string;
}

export interface Load {
  readonly accepted: number;
  readonly period: Period;
}

/**
 * Holds the values that the checks of one run of `herald prove` share. Earlier checks set values that later ones need.
 */
export interface Proving {
  readonly ground: Ground;
  /** This text is unique for each run of `herald prove`. */
  readonly mark: string;
  readonly plan: LoadPlan;
  /** Describes the stage for the cost model. */
  readonly deployed: DeployedStage;
  readonly say: (line: string) => void;
  /** Says whether the system tests run, too. */
  readonly withTests: boolean;
  /** Replaces the usual waits for the arrival of the load's mails. */
  readonly waits?: LoadWaits;
  access?: Access;
  api?: Api;
  owner?: ProofOwner;
  load?: Load;
}

/** Returns a value that an earlier check provides. That check is a gate, so the value exists unless there is a bug. */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}: an earlier check has failed`);
  return value;
}
