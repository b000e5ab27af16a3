import { explanations } from "../channels/domain/explanations.ts";
import { waitingSince } from "../conversations/domain/attention.ts";
import { shownName } from "../conversations/domain/shown-name.ts";
import { type ConversationInbox, MAX_COUNTED } from "../conversations/ports.ts";
import type { InOwnersTime } from "../edge/ports.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { reasonsOf, totalsOf } from "../statistics/domain/statistics.ts";
import type { CountedFigures } from "../statistics/ports.ts";
import { HOUR_MS, textOfWaiting } from "./domain/alert.ts";
import { idOf } from "./domain/alert-id.ts";
import { type AlertSettings, isWanted } from "./domain/alert-settings.ts";
import { endOfLastWeek, toldFrom, WEEK_MS } from "./domain/week.ts";
import { textOfWeek } from "./domain/week-text.ts";
import type { AlertSettingsStore } from "./ports.ts";
import { type SendAlertDeps, sendAlert } from "./send-alert.ts";

export interface TellOwnersDeps extends SendAlertDeps {
  readonly alertSettings: Pick<AlertSettingsStore, "page" | "noteTold" | "noteUnsent">;
  readonly inbox: Pick<ConversationInbox, "waiting" | "countWaiting">;
  readonly countedFigures: Pick<CountedFigures, "hours" | "failures">;
  readonly identifiers: Pick<Identifiers, "hash">;
  readonly inOwnTime: InOwnersTime;
}

/** One mail names at most this many customers; the next mail names the further ones. */
const MOST_CUSTOMERS = 100;
const TOGETHER = 10;

/**
 * Sends mails about waiting customers and summaries of the last week to every owner who wants them. A failure for one owner delays no other
 * owner, but the whole run fails at its end.
 * @param endsAt in epoch milliseconds; nothing begins after it, and the next look tells the others
 */
export async function tellOwners(deps: TellOwnersDeps, endsAt = Number.POSITIVE_INFINITY): Promise<void> {
  const errors: unknown[] = [];
  let after: string | undefined;
  do {
    const { settings, next } = await deps.alertSettings.page(after);
    errors.push(...(await tellThese(deps, settings, endsAt)));
    after = next;
  } while (after !== undefined && deps.clock.now() < endsAt);
  if (errors.length > 0) throw errors[0];
}

/** Alerts these owners, and returns the errors. */
async function tellThese(deps: TellOwnersDeps, all: readonly AlertSettings[], endsAt: number): Promise<unknown[]> {
  const errors: unknown[] = [];
  const asking = all.filter(({ addresses }) => addresses.length > 0);
  for (let first = 0; first < asking.length && deps.clock.now() < endsAt; first += TOGETHER) {
    const done = await Promise.allSettled(
      asking.slice(first, first + TOGETHER).map((one) => deps.inOwnTime(one.owner, () => tellOwner(deps, one))),
    );
    for (const one of done) if (one.status === "rejected") errors.push(one.reason);
  }
  return errors;
}

async function tellOwner(deps: TellOwnersDeps, settings: AlertSettings): Promise<void> {
  const done = await Promise.allSettled([
    isWanted(settings, "customer_waiting") && tellOfWaiting(deps, settings),
    settings.isSummaryWanted && tellOfWeek(deps, settings),
  ]);
  const failed = done.filter((one) => one.status === "rejected");
  for (const { reason } of failed) deps.log.error("owner.not_told", reason, { owner: settings.owner });
  if (failed[0]) throw failed[0].reason;
}

/** Sends one mail about all customers who have waited for an hour and were in no earlier mail. */
async function tellOfWaiting(deps: TellOwnersDeps, settings: AlertSettings): Promise<void> {
  const { clock, inbox, identifiers, alertSettings } = deps;
  const { owner, waitingToldMs } = settings;
  const nowMs = clock.now();
  const query = { state: "waiting", limit: MOST_CUSTOMERS, nowMs, waitsAfterMs: waitingToldMs } as const;
  const { conversations, next } = await inbox.waiting(owner, query);
  const found = conversations.flatMap((one) => {
    const sinceMs = waitingSince(one);
    return sinceMs !== undefined && sinceMs <= nowMs - HOUR_MS ? [{ name: shownName(one), sinceMs }] : [];
  });
  // Further customers who began to wait in the last second may be on the next page, so all customers of that second are left to the next
  // mail.
  const before = found.filter(({ sinceMs }) => sinceMs !== found.at(-1)?.sinceMs);
  const customers = next !== undefined && before.length > 0 ? before : found;
  const toMs = customers.at(-1)?.sinceMs;
  if (toMs === undefined) return;
  const kind = "customer_waiting";
  // Ids sort by time, and two runs at once have to make the same id, so its time is the present hour.
  const hourMs = nowMs - (nowMs % HOUR_MS);
  const id = idOf({ owner, kind, marks: [waitingToldMs ?? 0, toMs] }, hourMs, identifiers.hash);
  const isSent = await sendAlert(deps, settings, { id, kind, ...textOfWaiting(customers) });
  if (isSent) await alertSettings.noteTold(settings, "waitingToldMs", toMs);
}

async function tellOfWeek(deps: TellOwnersDeps, settings: AlertSettings): Promise<void> {
  const { owner, summaryToldMs = 0 } = settings;
  const endMs = endOfLastWeek(deps.clock.now());
  if (summaryToldMs >= endMs) return;
  const kind = "weekly_summary";
  const id = idOf({ owner, kind, marks: [endMs] }, toldFrom(endMs), deps.identifiers.hash);
  const isSent = await sendAlert(deps, settings, { id, kind, ...(await weekOf(deps, owner, endMs)) });
  if (isSent) await deps.alertSettings.noteTold(settings, "summaryToldMs", endMs);
}

async function weekOf({ countedFigures, inbox }: TellOwnersDeps, owner: AlertSettings["owner"], endMs: number) {
  const beganMs = endMs - WEEK_MS;
  const [hours, failures, { waiting }] = await Promise.all([
    countedFigures.hours(owner, { fromMs: beganMs - WEEK_MS, toMs: endMs }),
    countedFigures.failures(owner, { fromMs: beganMs, toMs: endMs }),
    inbox.countWaiting(owner),
  ]);
  const isOfWeek = ({ fromMs }: { readonly fromMs: number }): boolean => fromMs >= beganMs;
  return textOfWeek({
    endMs,
    week: totalsOf(hours.figures.filter(isOfWeek)),
    before: totalsOf(hours.figures.filter((hour) => !isOfWeek(hour))),
    reasons: reasonsOf(failures.figures).map(({ code, count }) => ({
      summary: explanations.explanationOf(code).summary,
      count,
    })),
    waiting,
    mostCounted: MAX_COUNTED,
  });
}
