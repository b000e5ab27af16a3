import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TrustedKey } from "../local/aws/media-origin/link-signature.ts";
import { rightsReport, unusedActions } from "./iam/report.ts";
import { openFunctions } from "./inside.ts";
import { alarmsOf } from "./metrics/alarms.ts";
import { putQueueGauges } from "./metrics/queue-gauges.ts";
import type { Command, Operator, OperatorPolicies } from "./operator.ts";
import { openOutside } from "./outside.ts";
import { makeOwners, type Owners } from "./owners.ts";
import { kindsOf, problemsIn, type RehearsalReport } from "./report.ts";
import type { Deployment } from "./resources/deployed.ts";
import { type Assembly, readAssembly } from "./template/assembly.ts";
import { type Undo, undoAll } from "./undo.ts";
import { Watch } from "./watch.ts";
import type { World } from "./world.ts";

export interface RehearsalOptions {
  /** The folder that `cdk synth` wrote. */
  readonly assembly: string;
  /** For the engines, the functions' log and `stack.json`. */
  readonly folder: string;
  /** The address of the identity provider in the settings. */
  readonly issuer: string;
  /** Of its token endpoint; in the settings too. */
  readonly tokenOrigin: string;
  /** Public keys that an operator has uploaded to the content delivery network. */
  readonly linkKeys: readonly TrustedKey[];
  /** Of the key service (`keyService`): what was sealed by the deployment's alias before opens. */
  readonly keySecret: Buffer;
  /** Of those who type commands; without any nobody may. */
  readonly operatorPolicies?: OperatorPolicies;
  /** Environments of one function, and batches of one queue, side by side. */
  readonly concurrency?: number;
}

export interface Rehearsal {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly simulatorUrl: string;
  readonly owners: Owners;
  readonly deployment: Deployment;
  readonly world: World;
  /** Its log, and what can be broken. */
  readonly watch: Watch;
  readonly operator: Operator;
  /** The actions of a command's policy that it has not asked for. */
  unusedBy(command: Command): string[];
  report(): RehearsalReport;
  /** By table, how often the records of its stream were asked for. */
  readonly streamReads: ReadonlyMap<string, number>;
  /** Runs every schedule once. */
  runSchedules(): Promise<void>;
  /** Lets so many minutes pass for queues, schedules, metrics and alarms; functions keep the machine's clock. */
  pass(minutes: number): Promise<void>;
  /** The names of the alarms that ring now. */
  ringing(): string[];
  stop(): Promise<void>;
}

const CONCURRENCY = 4;
const MINUTE_MS = 60_000;

/** Deploys the templates and assets of an assembly onto the embedded engines of this machine, and nothing but them. */
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
  const watch = new Watch();
  const ownProblems: string[] = [];
  const common = { assembly, undo, watch, onProblem: (what: string): void => void ownProblems.push(what) };
  const outside = await openOutside({ ...options, ...common });
  const { deployment, account, world, internet, region, topicArn } = outside;
  const inside = await openFunctions(outside, { concurrency: CONCURRENCY, ...options, ...common });
  const report = (): RehearsalReport => ({
    ...{ kinds: kindsOf(deployment), rights: rightsReport(deployment, account), ownProblems },
    ...{ functionFailures: inside.lambda.failures, webFunctionFailures: inside.web.failures },
    ...{ brokenLogLines: inside.api.brokenLogLines, unknownHosts: [...internet.unknown.keys()] },
  });
  const { url: baseUrl, schedules } = inside;
  const authUrl = world.identityProvider.url;
  const simulatorUrl = world.chatSimulator.url;
  const { mailbox } = world;
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
    ...{ baseUrl, authUrl, simulatorUrl, owners, deployment, world, watch, report },
    operator: outside.operator,
    unusedBy: (command) => unusedActions(account, outside.operatorRoles.get(command) ?? ""),
    streamReads: inside.streams.reads,
    runSchedules: () => schedules.runNow(),
    ...alarmClock(deployment, world, { watch, runDue: () => schedules.runDue() }),
  };
}

interface Ticking {
  readonly watch: Watch;
  readonly runDue: () => Promise<void>;
}

/** Time in steps of a minute, as often as the queue service tells its gauges. */
function alarmClock(
  deployment: Deployment,
  { queues }: World,
  { watch: { clock, metrics }, runDue }: Ticking,
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
      // A value of this millisecond is in the window that ends after it.
      const now = clock.now() + 1;
      return alarms.filter((alarm) => alarm.rings(now)).map(({ name }) => name);
    },
  };
}

/** As the local stack writes one (docs/local-stack.md). */
const writeStackFile = (folder: string, content: object): void =>
  writeFileSync(join(folder, "stack.json"), `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
