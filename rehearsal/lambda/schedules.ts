import type { Account } from "../iam/account.ts";
import { type Deployment, ofType } from "../resources/deployed.ts";
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
  const rules = ofType(deployment, "AWS::Events::Rule").flatMap(({ properties, attributes, logicalId }) => {
    if (properties.State === "DISABLED") return [];
    const [, count, unit = ""] = RATE.exec(String(properties.ScheduleExpression)) ?? [];
    if (count === undefined) throw new Error(`${logicalId}: the expression ${String(properties.ScheduleExpression)} is not known here`);
    const targets = Array.isArray(properties.Targets) ? properties.Targets.filter(isRecord) : [];
    const run = async (): Promise<void> => {
      for (const { Arn, Input } of targets) {
        const question = {
          caller: { service: "events.amazonaws.com" },
          action: "lambda:InvokeFunction",
          resource: String(Arn),
          context: { "aws:sourcearn": attributes.Arn ?? "" },
        };
        if (!account.ask(question).isAllowed) continue;
        await lambda.invokeAsync(functionName(Arn), Input === undefined ? { "detail-type": "Scheduled Event" } : JSON.parse(String(Input)));
      }
    };
    return [{ everyMs: Number(count) * (UNITS[unit] ?? 0) * 1000, run }];
  });
  const start = (run: () => Promise<void>): void => {
    const work = run().finally(() => running.delete(work));
    running.add(work);
  };
  const timers = rules.map(({ everyMs, run }) => setInterval(() => start(run), everyMs));
  return {
    runNow: async () => {
      for (const { run } of rules) await run();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.allSettled(running);
    },
  };
}
