import { becomesHealthy } from "./checks/health.ts";
import { carriesLoad } from "./checks/load.ts";
import { makesOwner } from "./checks/owner.ts";
import { restoresItem } from "./checks/restore.ts";
import { smokes } from "./checks/smoke.ts";
import { runsSystemTests } from "./checks/system-tests.ts";
import { comparesUsage } from "./checks/usage.ts";
import { postsToWebhook } from "./checks/webhook.ts";
import type { Check } from "./prove.ts";
import type { Proving } from "./proving.ts";
import type { Outcome } from "./step-log.ts";

const MINUTE_MS = 60_000;
/** Restoring a table takes minutes to an hour, and its backup is five minutes behind. */
const RESTORE_MINUTES = 120;

/** Returns the checks of `herald prove` in their order. */
export function checksOf(proving: Proving): readonly Check[] {
  const { ground, plan } = proving;
  const check = (
    name: string,
    minutes: number,
    run: (proving: Proving, signal: AbortSignal) => Promise<Outcome>,
  ): Check => ({
    name,
    longestMs: minutes * MINUTE_MS,
    run: (signal) => run(proving, signal),
  });
  const gate = (one: Check): Check => ({ ...one, isGate: true });
  return [
    gate(check("it becomes healthy", 25, becomesHealthy)),
    gate(check("an owner, a key and a sending account", 5, makesOwner)),
    check("smoke", 10, smokes),
    check("load", 15 + plan.seconds / 60, carriesLoad),
    check("a webhook", 10, postsToWebhook),
    { ...check("a restored item", RESTORE_MINUTES, restoresItem), makes: ground.beside },
    check("system tests", 60, runsSystemTests),
    check("usage beside the cost model", 30, comparesUsage),
  ];
}
