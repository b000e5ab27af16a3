import type { Faults } from "../faults.ts";
import type { Account } from "../iam/account.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { isRecord } from "../template/intrinsics.ts";
import type { Lambda } from "./lambda.ts";

const UNITS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };
const RATE = /^rate\((\d+) (minute|hour|day)s?\)$/;

export interface Schedules {
  runNow(): Promise<void>;
  /** Runs the rules that are due. Call it after a change of the clock. */
  runDue(): Promise<void>;
  stop(): Promise<void>;
}

export interface ScheduleOptions {
  readonly deployment: Deployment;
  readonly account: Account;
  readonly lambda: Lambda;
  /** Returns epoch milliseconds. */
  readonly now: () => number;
  /**
   * The faults that a test sets. While the rule with a given logical id is set as broken, it does not call its
   * functions.
   */
  readonly faults: Faults;
}

const LOOK_AGAIN_MS = 1000;

/**
 * Emulates EventBridge's rules that have a rate. Each rule calls its functions asynchronously, under their permissions.
 * Throws for any other expression.
 */
export function startSchedules({ deployment, account, lambda, now, faults }: ScheduleOptions): Schedules {
  const running = new Set<Promise<void>>();
  const rules = ofType(deployment, "AWS::Events::Rule").filter(({ properties }) => properties.State !== "DISABLED");
  const dueAt = new Map(rules.map((rule) => [rule, now() + everyMs(rule)]));
  const run = async (rule: Deployed): Promise<void> => {
    for (const target of targetsOf(rule))
      if (mayCall(rule, target, account)) await lambda.invokeAsync(String(target.Arn), eventOf(target));
  };
  const runDue = async (): Promise<void> => {
    const due = rules.filter((rule) => (dueAt.get(rule) ?? 0) <= now());
    for (const rule of due) dueAt.set(rule, now() + everyMs(rule));
    await Promise.all(due.filter(({ logicalId }) => !faults.isBroken("schedule", logicalId)).map(run));
  };
  const timer = setInterval(() => {
    const work = runDue().finally(() => running.delete(work));
    running.add(work);
  }, LOOK_AGAIN_MS);
  return {
    runDue,
    async runNow() {
      for (const rule of rules) await run(rule);
    },
    async stop() {
      clearInterval(timer);
      await Promise.allSettled(running);
    },
  };
}

type Target = Readonly<Record<string, unknown>>;

const targetsOf = ({ properties }: Deployed): readonly Target[] =>
  Array.isArray(properties.Targets) ? properties.Targets.filter(isRecord) : [];

function mayCall({ attributes }: Deployed, { Arn }: Target, account: Account): boolean {
  const caller = { service: "events.amazonaws.com" };
  const context = { "aws:sourcearn": attributes.Arn ?? "" };
  return account.ask({ caller, action: "lambda:InvokeFunction", resource: String(Arn), context }).isAllowed;
}

function eventOf({ Input: input }: Target): unknown {
  if (typeof input === "string") return JSON.parse(input);
  return { version: "0", source: "aws.events", "detail-type": "Scheduled Event", detail: {} };
}

function everyMs({ properties, logicalId }: Deployed): number {
  const [, count, unit = ""] = RATE.exec(String(properties.ScheduleExpression)) ?? [];
  if (count === undefined)
    throw new Error(`${logicalId}: the expression ${String(properties.ScheduleExpression)} is not known here`);
  return Number(count) * (UNITS[unit] ?? 0) * 1000;
}
