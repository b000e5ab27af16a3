import { setTimeout as pause } from "node:timers/promises";
import type { DeployedStage } from "../../cost/deployed-stage.ts";
import type { Access, Ground, Left, Making, Measured, Notes, Period } from "../port.ts";
import { recordedAccount } from "../recorded-mail.ts";
import type { AwsAt } from "./aws-at.ts";
import type { Buckets } from "./buckets.ts";
import {
  backupsLeft,
  isBucketOf,
  keyLeft,
  logGroupsLeft,
  removeBeside,
  removeLogGroups,
  tablesLeft,
} from "./leftovers.ts";
import { LogRecorder } from "./log-recorder.ts";
import { measuredUsage } from "./measured-usage.ts";
import { ProofStacks } from "./stacks.ts";
import { ProofUserPool } from "./user-pool.ts";

/** Describes the account's own mail server, given by `--smtp`, and the recipient of the mails. */
export interface OwnMailServer {
  readonly sendingAccount: Readonly<Record<string, unknown>>;
  readonly recipient: string;
}

export interface AwsGroundOptions {
  readonly stage: string;
  /** Names the account in the report. */
  readonly account: string;
  readonly aws: AwsAt;
  readonly buckets: Buckets;
  readonly deployed: DeployedStage;
  /** Deploys the stage with this issuer. Settles when the deploying program has ended. */
  readonly deploy: (issuer: string, signal: AbortSignal) => Promise<void>;
  /** Restores an owner's configuration as of a moment, and returns how many items were copied back. */
  readonly restore: Ground["restore"];
  /** Without this server, the recorder takes the place of a provider. */
  readonly mailServer?: OwnMailServer | undefined;
  readonly lookMs?: number;
}

/** The backup is about five minutes behind; `herald prove` waits at most this long for the backup. */
const BACKUP_LAG_MS = 20 * 60_000;
const BACKUP_LOOK_MS = 20_000;
/** Nobody reads these mails, which end in the recorder's log. */
const RECORDED_RECIPIENT = "proof@example.com";
const KEY_ID = "SealingKey";

/** Represents an AWS account in which `herald prove` creates its stage. */
export class AwsGround implements Ground {
  readonly name: string;
  readonly account: string;
  readonly region: string;
  readonly makings: readonly Making[];
  readonly beside: Making;
  readonly #options: AwsGroundOptions;
  readonly #stacks: ProofStacks;
  readonly #pool: ProofUserPool;

  constructor(options: AwsGroundOptions) {
    const { aws, buckets, stage, account, lookMs } = options;
    this.#options = options;
    this.#stacks = new ProofStacks(aws, buckets, stage, lookMs);
    this.#pool = new ProofUserPool(aws, stage);
    this.account = account;
    this.region = aws.region;
    this.name = `the account ${account}, ${aws.region}`;
    this.makings = [this.#ownPool(), this.#stage()];
    this.beside = this.#beside();
  }

  async access(signal: AbortSignal): Promise<Access> {
    const { aws, mailServer } = this.#options;
    const { BaseUrl: baseUrl } = await this.#stacks.outputs("service", signal);
    const { Url: url, LogGroup: logGroupName } = await this.#stacks.outputs("recorder", signal);
    if (baseUrl === undefined || url === undefined || logGroupName === undefined)
      throw new Error("the stacks lack the outputs BaseUrl, Url or LogGroup");
    const recorder = new LogRecorder(aws, { url, logGroupName });
    const signIn = (owner: string, asking: AbortSignal) => this.#pool.signIn(owner, asking);
    // A mail server does not report its mails to anybody, but the recorder can still record events of webhooks.
    const mails = mailServer ?? { sendingAccount: recordedAccount(recorder.url), recipient: RECORDED_RECIPIENT };
    return { baseUrl: baseUrl.replace(/\/$/, ""), recorder, recordsMails: mailServer === undefined, signIn, ...mails };
  }

  /** Restores a moment that was a few seconds ago, which the backup reaches minutes later. */
  async restore(request: Parameters<Ground["restore"]>[0], signal: AbortSignal): Promise<number> {
    const endsAt = performance.now() + BACKUP_LAG_MS;
    for (;;) {
      try {
        return await this.#options.restore(request, signal);
      } catch (error) {
        const isTooEarly =
          error instanceof Error && /can be restored to a moment|has no backup yet/.test(error.message);
        if (!isTooEarly || performance.now() > endsAt) throw error;
        await pause(this.#options.lookMs ?? BACKUP_LOOK_MS, undefined, { signal });
      }
    }
  }

  async usage(period: Period, signal: AbortSignal): Promise<Measured> {
    const { aws, deployed } = this.#options;
    const resources = [
      ...(await this.#stacks.resources("service", signal)),
      ...(await this.#stacks.resources("data", signal)),
    ];
    return measuredUsage({ aws, deployed, resources }, period, signal);
  }

  #ownPool(): Making {
    return {
      name: "user pool",
      plan: `a user pool of Amazon Cognito, herald-${this.#options.stage}, whose users are the owners of this proof`,
      make: async (signal) => `its issuer is ${await this.#pool.make(signal)}`,
      remove: async (signal) => `${await this.#pool.remove(signal)} user pools`,
      left: (signal) => this.#pool.left(signal),
    };
  }

  #stage(): Making {
    return {
      name: "stage",
      plan: `the stage ${this.#options.stage}: its stacks, and one with a recording function; none of them keeps anything`,
      make: async (signal) => {
        await this.#options.deploy(await this.#pool.issuer(signal), signal);
        const { BaseUrl = "" } = await this.#stacks.outputs("service", signal);
        return `its address is ${BaseUrl}`;
      },
      remove: (signal, notes) => this.#removeStage(signal, notes),
      left: (signal, notes) => this.#stageLeft(signal, notes),
    };
  }

  #beside(): Making {
    return {
      name: "tables beside",
      plan: "a table restored beside the living one, by its check",
      make: async () => "made by its check",
      remove: async (signal) => {
        const { aws, stage, lookMs } = this.#options;
        await this.#stacks.requireOwn(signal);
        return `${await removeBeside(aws, stage, signal, lookMs)} tables`;
      },
      left: (signal) => tablesLeft(this.#options.aws, this.#options.stage, { beside: true }, signal),
    };
  }

  async #removeStage(signal: AbortSignal, notes: Notes): Promise<string> {
    const { aws, stage } = this.#options;
    await this.#stacks.requireOwn(signal);
    const resources = await this.#stacks.resources("data", signal);
    const keyId = resources.find(({ LogicalResourceId }) => LogicalResourceId === KEY_ID)?.PhysicalResourceId;
    // The id of the key is noted before the stack is deleted, because nothing else leads to the key afterwards.
    if (keyId !== undefined) notes.note(KEY_ID, keyId);
    const stacks = await this.#stacks.remove(signal);
    const groups = await removeLogGroups(aws, stage, signal);
    return `${stacks.length} stacks, and ${groups} log groups that were written again`;
  }

  async #stageLeft(signal: AbortSignal, notes?: Notes): Promise<readonly Left[]> {
    const { aws, stage, buckets } = this.#options;
    const left = [
      ...(await this.#stacks.left(signal)),
      ...(await tablesLeft(aws, stage, { beside: false }, signal)),
      ...(await logGroupsLeft(aws, stage, signal)),
    ];
    for (const part of ["data", "service"])
      for (const name of await buckets.named(`herald-${part}-${stage}-`, signal))
        if (isBucketOf(part, stage, name))
          left.push({ what: `the bucket ${name}`, command: `aws s3 rb --force s3://${name}` });
    left.push(...(await backupsLeft(aws, stage, signal)));
    const keyId = notes?.noted(KEY_ID);
    return keyId === undefined ? left : [...left, ...(await keyLeft(aws, keyId, signal))];
  }
}
