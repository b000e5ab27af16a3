import { randomUUID } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { DynamoDBClient, paginateListTables } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { Access, Ground, Left, Making, Measured, Period } from "../ops/prove/port.ts";
import { recordedAccount } from "../ops/prove/recorded-mail.ts";
import { signIn } from "./owners.ts";
import { type RunningRecorder, startRecorder } from "./recorder.ts";
import { type Rehearsal, type RehearsalOptions, startRehearsal } from "./rehearsal.ts";
import { ofType } from "./resources/deployed.ts";

export interface RehearsedGroundOptions extends RehearsalOptions {
  /** The function that is called once the deployment runs. */
  readonly onStart?: ((rehearsal: Rehearsal) => void) | undefined;
}

/** Contains everything that runs while `herald prove` works in the rehearsal. */
interface Running {
  readonly rehearsal: Rehearsal;
  readonly recorder: RunningRecorder;
  /** Maps the names of owners to their subjects. */
  readonly subs: Map<string, string>;
}

const REGION = "us-east-1";
const LOOK_MS = 5000;
const BESIDE = "-restored-";
const restored = z.looseObject({ copied: z.number() });

/**
 * Represents the rehearsal in which `herald prove` works. The deployment runs on this machine, and the recorder is a
 * server beside it.
 */
export class RehearsedGround implements Ground {
  readonly name = "the rehearsal on this machine";
  readonly account = "rehearsal";
  readonly region = REGION;
  readonly makings: readonly Making[];
  readonly beside: Making;
  readonly #options: RehearsedGroundOptions;
  #running: Running | undefined;
  #baseUrl: string | undefined;
  #restoredTo: string | undefined;

  constructor(options: RehearsedGroundOptions) {
    this.#options = options;
    this.makings = [
      {
        name: "stage",
        plan: "the stage, deployed onto the embedded engines of this machine",
        make: () => this.#start(),
        remove: () => this.#stop(),
        left: async () => [...folderLeft(options.folder), ...(await doorLeft(this.#baseUrl))],
      },
    ];
    this.beside = {
      name: "tables beside",
      plan: "a table restored beside the living one, by its check",
      make: async () => "made by its check",
      remove: () => this.#removeBeside(),
      left: async () => (this.#running === undefined ? [] : tablesLeft(this.#running.rehearsal)),
    };
  }

  async access(): Promise<Access> {
    return accessTo(this.#required());
  }

  async restore({ to, owner }: { readonly to: Date; readonly owner: string }): Promise<number> {
    const time = to.toISOString();
    this.#restoredTo = time;
    const chosen = ["--to", time, "--table", "Config", "--owner", owner];
    const said = await this.#required().rehearsal.operator.run("restore", ...chosen, "--apply", "--yes");
    const lines = said.split("\n").filter((line) => line.startsWith("{"));
    return lines.reduce((sum, line) => sum + restored.parse(JSON.parse(line)).copied, 0);
  }

  async usage(period: Period): Promise<Measured> {
    return usageOf(this.#required().rehearsal, period);
  }

  async #start(): Promise<string> {
    const recorder = await startRecorder();
    try {
      const rehearsal = await startRehearsal(this.#options);
      this.#running = { rehearsal, recorder, subs: new Map() };
      this.#baseUrl = rehearsal.baseUrl;
      this.#options.onStart?.(rehearsal);
      return `${rehearsal.deployment.resources.length} resources at ${rehearsal.baseUrl}`;
    } catch (error) {
      await recorder.close();
      throw error;
    }
  }

  async #stop(): Promise<string> {
    const running = this.#running;
    this.#running = undefined;
    try {
      await running?.rehearsal.stop();
    } finally {
      await running?.recorder.close();
    }
    rmSync(this.#options.folder, { recursive: true, force: true });
    return running === undefined ? "nothing ran" : "its processes have ended, and its folder is removed";
  }

  async #removeBeside(): Promise<string> {
    const to = this.#restoredTo;
    if (to === undefined || this.#running === undefined) return "none was restored";
    const { operator } = this.#running.rehearsal;
    await operator.run("restore", "--to", to, "--table", "Config", "--clean", "--yes");
    return `the table of ${to} is deleted`;
  }

  #required(): Running {
    if (this.#running === undefined) throw new Error("the rehearsal does not run");
    return this.#running;
  }
}

/** Chooses the subject of an owner's tokens, as a user pool does. */
function subOf(subs: Map<string, string>, owner: string): string {
  const sub = subs.get(owner) ?? randomUUID();
  subs.set(owner, sub);
  return sub;
}

function accessTo({ rehearsal: { baseUrl, authUrl }, recorder, subs }: Running): Access {
  return {
    baseUrl,
    recorder,
    recordsMails: true,
    recipient: "proof@example.test",
    sendingAccount: recordedAccount(recorder.url),
    signIn: (owner) => signIn(authUrl, subOf(subs, owner)),
  };
}

/**
 * Returns the measured usage. The rehearsal's metrics count the calls of functions, but not the read and write units of
 * the DynamoDB tables.
 */
function usageOf({ deployment, instruments: { metrics } }: Rehearsal, { fromMs, toMs }: Period): Measured {
  const window = { from: fromMs, to: toMs };
  const metric = { namespace: "AWS/Lambda", name: "Invocations" };
  const calls = ofType(deployment, "AWS::Lambda::Function").flatMap(({ ref }) =>
    metrics.values(metric, { FunctionName: ref }, window),
  );
  return { functionCalls: calls.reduce((sum, one) => sum + one, 0) };
}

const folderLeft = (folder: string): readonly Left[] =>
  existsSync(folder) ? [{ what: `the folder ${folder}`, command: `rm -r ${folder}` }] : [];

/** Reports the front door as left if it still answers, because its processes then still run. */
async function doorLeft(baseUrl: string | undefined): Promise<readonly Left[]> {
  if (baseUrl === undefined) return [];
  const answer = await fetch(baseUrl, { signal: AbortSignal.timeout(LOOK_MS) }).catch(() => undefined);
  return answer === undefined ? [] : [{ what: `the front door ${baseUrl}`, command: `kill ${process.pid}` }];
}

async function tablesLeft({ standIns }: Rehearsal): Promise<readonly Left[]> {
  const credentials = { accessKeyId: "rehearsal", secretAccessKey: "rehearsal" };
  const client = new DynamoDBClient({ endpoint: standIns.tables.endpoint, region: REGION, credentials });
  const left: Left[] = [];
  try {
    for await (const { TableNames = [] } of paginateListTables({ client }, {}))
      for (const name of TableNames.filter((one) => one.includes(BESIDE)))
        left.push({ what: `the table ${name}`, command: `aws dynamodb delete-table --table-name ${name}` });
  } finally {
    client.destroy();
  }
  return left;
}
