import type { Account } from "../iam/account.ts";
import { type Deployed, type Deployment, ofType } from "../resources/deployed.ts";
import { functionName } from "../resources/kinds.ts";
import { isRecord } from "../template/intrinsics.ts";
import type { Lambda } from "./lambda.ts";

const UNITS: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };
const RATE = /^rate\((\d+) (minute|hour|day)s?\)$/;

export interface Schedules {
  /** Runs what a rule would run, once, now. */
  runNow(): Promise<void>;
  stop(): Promise<void>;
}

/** EventBridge's rules with a rate: each calls its functions later and under their permissions. Throws at another expression. */
export function startSchedules(deployment: Deployment, account: Account, lambda: Lambda): Schedules {
  const running = new Set<Promise<void>>();
  const rules = ofType(deployment, "AWS::Events::Rule").filter(({ properties }) => properties.State !== "DISABLED");
  const run = async (rule: Deployed): Promise<void> => {
    for (const target of targetsOf(rule))
      if (mayCall(rule, target, account)) await lambda.invokeAsync(functionName(target.Arn), eventOf(target));
  };
  const timers = rules.map((rule) =>
    setInterval(() => {
      const work = run(rule).finally(() => running.delete(work));
      running.add(work);
    }, everyMs(rule)),
  );
  return {
    async runNow() {
      for (const rule of rules) await run(rule);
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
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
