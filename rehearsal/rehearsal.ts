import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TrustedKey } from "../local/aws/media-origin/link-signature.ts";
import { rightsReport, unusedActions } from "./iam/report.ts";
import { Instruments } from "./instruments.ts";
import type { StreamSources } from "./lambda/stream-sources.ts";
import { alarmsOf } from "./metrics/alarms.ts";
import { putQueueGauges } from "./metrics/queue-gauges.ts";
import type { Internet } from "./network/internet.ts";
import { openCloud } from "./open-cloud.ts";
import { openFunctions } from "./open-functions.ts";
import type { Command, Operator, OperatorPolicies } from "./operator.ts";
import { makeOwners, type Owners } from "./owners.ts";
import { kindsOf, problemsIn, type RehearsalReport } from "./report.ts";
import type { Deployment } from "./resources/deployed.ts";
import type { StandIns } from "./stand-ins.ts";
import type { TableControl } from "./tables/table-control.ts";
import { type Assembly, readAssembly } from "./template/assembly.ts";
import { type Undo, undoAll } from "./undo.ts";

export interface RehearsalOptions {
  /** `cdk synth` wrote this folder. */
  readonly assembly: string;
  /** This folder is for the engines, the log of functions and `stack.json`. */
  readonly folder: string;
  /** The settings contain this address of the identity provider. */
  readonly issuer: string;
  /** The token endpoint has this origin, which the settings contain too. */
  readonly tokenOrigin: string;
  /** Lists the public keys that an operator has uploaded to the content delivery network. */
  readonly linkKeys: readonly TrustedKey[];
  /**
   * The secret of the key service (`keyService`). With it, the service opens secrets that were sealed with the
   * deployment's alias before.
   */
  readonly keySecret: Buffer;
  /** Contains the policies of operators who run commands. Without a policy, nobody may run the command. */
  readonly operatorPolicies?: OperatorPolicies;
  /** At most this many environments of one function, and batches of one queue, run concurrently. */
  readonly concurrency?: number;
}

export interface Rehearsal {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly simulatorUrl: string;
  readonly owners: Owners;
  readonly deployment: Deployment;
  readonly standIns: StandIns;
  /** Gives access to the log, the clock, the metrics and the faults. */
  readonly instruments: Instruments;
  readonly operator: Operator;
  /** Does operations on tables as somebody to whom no policy applies. */
  readonly tables: Pick<TableControl, "ask">;
  readonly mappings: Pick<StreamSources, "list">;
  /** Lets other hosts of the internet exist. */
  readonly internet: Pick<Internet, "add">;
  /** Returns the actions of a command's policy that it has not used. */
  unusedBy(command: Command): string[];
  report(): RehearsalReport;
  /** Counts the requests for records of each table's stream. */
  readonly streamReads: ReadonlyMap<string, number>;
  runSchedules(): Promise<void>;
  /** Lets minutes pass for queues, schedules, metrics and alarms. Functions keep the machine's clock. */
  pass(minutes: number): Promise<void>;
  /** Returns the names of the alarms that ring now. */
  ringing(): string[];
  stop(): Promise<void>;
}

const CONCURRENCY = 4;
const MINUTE_MS = 60_000;

/**
 * Deploys the templates and assets of an assembly onto embedded engines on this machine. It uses nothing else of the
 * project.
 */
export async function startRehearsal(options: RehearsalOptions): Promise<Rehearsal> {
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const assembly = readAssembly(options.assembly);
  const undo: Undo = [];
  const stop = (): Promise<void> => undoAll(undo.splice(0).reverse());
  try {
    return { ...(await run(options, assembly, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function run(options: RehearsalOptions, assembly: Assembly, undo: Undo): Promise<Omit<Rehearsal, "stop">> {
  const instruments = new Instruments();
  const ownProblems: string[] = [];
  const common = { assembly, undo, instruments, onProblem: (what: string): void => void ownProblems.push(what) };
  const cloud = await openCloud({ ...options, ...common });
  const { deployment, account, standIns, internet, region, topicArn } = cloud;
  const hosted = await openFunctions(cloud, { concurrency: CONCURRENCY, ...options, ...common });
  const report = (): RehearsalReport => ({
    ...{ kinds: kindsOf(deployment), rights: rightsReport(deployment, account), ownProblems },
    ...{ functionFailures: hosted.lambda.failures, webFunctionFailures: hosted.web.failures },
    ...{ brokenLogLines: hosted.api.brokenLogLines, unknownHosts: [...internet.unknown.keys()] },
  });
  const { url: baseUrl, schedules } = hosted;
  const authUrl = standIns.identityProvider.url;
  const simulatorUrl = standIns.chatSimulator.url;
  const { mailbox } = standIns;
  const owners = await makeOwners({ baseUrl, authUrl, smtpPort: mailbox.smtpPort, region }).catch((cause: unknown) => {
    const lines = [String(cause), ...problemsIn(report())];
    throw new Error(`the deployment does not work:\n  ${lines.join("\n  ")}`, { cause });
  });
  writeStackFile(options.folder, {
    ...{ pid: process.pid, base_url: baseUrl, auth_url: authUrl, mailbox_url: mailbox.url },
    ...{ smtp: { host: "127.0.0.1", port: mailbox.smtpPort }, chat_simulator_url: simulatorUrl },
    ...{ topic_arn: topicArn, ...owners },
  });
  return {
    ...{ baseUrl, authUrl, simulatorUrl, owners, deployment, standIns, instruments, report },
    ...{ operator: cloud.operator, tables: cloud.tableControl, mappings: hosted.streams, internet },
    unusedBy: (command) => unusedActions(account, cloud.operatorRoles.get(command) ?? ""),
    streamReads: hosted.streams.reads,
    runSchedules: () => schedules.runNow(),
    ...alarmClock(deployment, standIns, { instruments, runDue: () => schedules.runDue() }),
  };
}

interface Ticking {
  readonly instruments: Instruments;
  readonly runDue: () => Promise<void>;
}

/** Advances the clock in steps of a minute, which is the interval at which SQS publishes its metrics. */
function alarmClock(
  deployment: Deployment,
  { queues }: StandIns,
  { instruments: { clock, metrics }, runDue }: Ticking,
): Pick<Rehearsal, "pass" | "ringing"> {
  const alarms = alarmsOf(deployment, metrics);
  return {
    async pass(minutes) {
      for (let left = minutes; left > 0; left -= 1) {
        clock.skip(MINUTE_MS);
        queues.lookAgain();
        await runDue();
        putQueueGauges(deployment, queues, metrics.put);
      }
    },
    ringing() {
      putQueueGauges(deployment, queues, metrics.put);
      // The end of a window is exclusive, so one millisecond is added to include the values of the current one.
      const now = clock.now() + 1;
      return alarms.filter((alarm) => alarm.rings(now)).map(({ name }) => name);
    },
  };
}

/** Writes the file in the format of the local stack's (docs/local-stack.md). */
const writeStackFile = (folder: string, content: object): void =>
  writeFileSync(join(folder, "stack.json"), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
