import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DeployedStage, deployedStage } from "../../ops/cost/deployed-stage.ts";
import type { LoadPlan } from "../../ops/prove/proving.ts";
import type { Report } from "../../ops/prove/report.ts";
import { provePolicies } from "../../rehearsal/operator.ts";
import { RehearsedGround, type RehearsedGroundOptions } from "../../rehearsal/prove-ground.ts";
import type { Stage, StageSettings } from "../../rehearsal/stage.ts";
import { runProof } from "./proof.ts";

const ROOT = join(import.meta.dirname, "../..");

/**
 * These settings make a stage in which `herald prove` runs on this machine. As in an account, the stage keeps no data.
 * It may post to addresses of this machine.
 */
export const REHEARSED_PROOF: StageSettings = {
  stage: "prove-rehearsal",
  production: "false",
  keepsData: "false",
  httpApiProvider: "true",
  webhookHttp: "true",
  rateBurst: "1000",
  rateRefillPerSecond: "200",
  deliveryWindowSeconds: "0",
};

export interface RehearsedProof {
  readonly stage: Stage;
  /** This folder holds the rehearsal's engines and is removed. */
  readonly folder: string;
  /** This folder holds the report and the journal. */
  readonly reports: string;
  readonly load: LoadPlan;
  readonly withTests: boolean;
  readonly signal: AbortSignal;
  readonly onStart?: RehearsedGroundOptions["onStart"];
}

/** Runs the code of `herald prove` with the rehearsal as its ground, and with the policy of docs/prove.md. */
export function rehearseProof({
  stage,
  folder,
  reports,
  load,
  withTests,
  signal,
  ...more
}: RehearsedProof): Promise<Report> {
  const operatorPolicies = provePolicies((page) => readFileSync(join(ROOT, page), "utf8"), stage.name);
  const ground = new RehearsedGround({ ...stage, ...more, operatorPolicies, folder });
  const deployed = deployedIn(stage.assembly);
  const manner = { isAgreed: true, json: false, dollars: undefined };
  return runProof({ stage: stage.name, ground, deployed, load, withTests, folder: reports, signal, ...manner });
}

/** Describes the stage for the cost model, from the templates of an assembly. */
const deployedIn = (assembly: string): DeployedStage =>
  deployedStage(
    readdirSync(assembly)
      .filter((name) => name.endsWith(".template.json"))
      .map((name): unknown => JSON.parse(readFileSync(join(assembly, name), "utf8"))),
  );
