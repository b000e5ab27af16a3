import type { DeployedStage } from "../cost/deployed-stage.ts";
import type { Api } from "./api.ts";
import type { Access, Ground, Period } from "./port.ts";

/** The load of a proof: mails at a steady rate, whatever the answers take. */
export interface LoadPlan {
  readonly perSecond: number;
  readonly seconds: number;
}

export interface LoadWaits {
  /** Until every mail has come. */
  readonly deliveredMs: number;
  /** After that, for copies of mails that were sent twice. */
  readonly copiesMs: number;
}

/** An owner of the proof, whom nobody else uses. */
export interface ProofOwner {
  /** The subject of its access tokens. */
  readonly sub: string;
  readonly key: string;
  readonly token: string;
}

export interface Load {
  readonly accepted: number;
  readonly period: Period;
}

/** What the checks of one proof share. Later ones need what earlier ones found out. */
export interface Proving {
  readonly ground: Ground;
  /** Unique for each proof. */
  readonly mark: string;
  readonly plan: LoadPlan;
  /** The stage as the cost model sees it. */
  readonly deployed: DeployedStage;
  readonly say: (line: string) => void;
  /** Says whether the system tests run, too. */
  readonly withTests: boolean;
  /** How long to wait for what the load sent, in place of the usual times. */
  readonly waits?: LoadWaits;
  access?: Access;
  api?: Api;
  owner?: ProofOwner;
  load?: Load;
}

/** A check that needs something runs only after the check that provides it, which is a gate. */
export function needed<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`there is no ${what}: an earlier check has failed`);
  return value;
}
