import type { Settings } from "../../lib/cloud/settings.ts";
import type { AwsQuestions } from "./aws-questions.ts";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check.ts";
import { type Quota, quotasOf } from "./quotas.ts";

/** Lambda's default limit of concurrent executions. New accounts begin with a lower limit. */
const ENOUGH_CONCURRENCY = 1000;
/** The workers of queues alone take 204 of these (`lib/functions.ts`). */
export const LEAST_CONCURRENCY = 250;
/** A check has time for a few calls of this length. */
const LONGEST_CALL_MS = 3000;

/** Compares the limits of an account with the needs of a stage. */
export function quotaChecks(settings: Settings, questions: AwsQuestions): readonly Check[] {
  const regional = inTurn(questions.quota);
  const global = inTurn(questions.quota);
  const own = ownPolicy(settings.stage, questions.region);
  const taken = async (signal: AbortSignal) =>
    (await questions.headerPolicies(signal).catch(() => undefined))?.filter((name) => !own.test(name)).length ?? 0;
  return [
    concurrency(questions),
    ...quotasOf(settings).map((quota) =>
      check(quota, { ask: quota.isGlobal ? global : regional, taken, region: questions.region }),
    ),
  ];
}

/**
 * Matches the names of the header policies that this stage already has in this region
 * (`lib/cloud/constructs/regional-name.ts`).
 */
export const ownPolicy = (stage: string, region: string): RegExp =>
  new RegExp(`^herald-service-${stage}-[0-9a-f]{8}-${region}$`);

type AskQuota = AwsQuestions["quota"];

/**
 * Makes one call after the other, because Service Quotas allows few calls per second. After a failed call, the later
 * ones fail too.
 */
function inTurn(ask: AskQuota): AskQuota {
  let last: Promise<unknown> = Promise.resolve();
  return (quota, signal) => {
    const answer = last.then(() => ask(quota, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_CALL_MS)])));
    last = answer;
    return answer;
  };
}

interface CheckProps {
  readonly ask: AskQuota;
  /** Returns how much of a shared quota other stages use. */
  readonly taken: (signal: AbortSignal) => Promise<number>;
  readonly region: string;
}

const check = (quota: Quota, { ask, taken, region }: CheckProps): Check => ({
  name: quota.name,
  look: async (signal) => {
    const answer = await ask(quota, signal).catch((error: unknown) => ({ refusal: String(error) }));
    if ("refusal" in answer)
      return skipped(`it cannot be read: ${answer.refusal}`, "servicequotas:GetServiceQuota, or look in the console");
    const others = quota.isShared ? await taken(signal) : 0;
    const had = others > 0 ? `, ${others} of them taken by others` : "";
    const seen = `${answer.value} of the account (${answer.name})${had}; a stage needs ${quota.needs}`;
    if (answer.value - others >= quota.needs) return ok(seen);
    return tooLittle({ ...quota, needs: quota.needs + others }, seen, quota.isGlobal ? "us-east-1" : region);
  },
});

function tooLittle({ service, code, needs, isPace }: Quota, seen: string, region: string): Finding {
  const advice = `ask Service Quotas in ${region} for at least ${needs} of ${service}/${code}`;
  return isPace ? warning(seen, advice) : failed(seen, advice);
}

const concurrency = ({ concurrency: read, region }: AwsQuestions): Check => ({
  name: "Lambda concurrency",
  look: async (signal) => {
    const found = await read(signal);
    if (found === undefined) return skipped("it cannot be read with these credentials", "lambda:GetAccountSettings");
    const { limit, unreserved } = found;
    const seen = `${limit} of the account, ${unreserved} of them unreserved; a stage needs ${LEAST_CONCURRENCY}`;
    const advice = `ask Service Quotas in ${region} for ${ENOUGH_CONCURRENCY} of lambda/L-B99A9384 (concurrent executions)`;
    if (limit < LEAST_CONCURRENCY)
      return failed(`${seen}: deliveries and callers would stand in each other's way`, advice);
    if (unreserved < LEAST_CONCURRENCY)
      return failed(`${seen}: other functions have reserved the rest`, `take reservations back, or ${advice}`);
    return unreserved < ENOUGH_CONCURRENCY ? warning(seen, advice) : ok(seen);
  },
});
