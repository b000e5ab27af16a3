import type { Clock } from "../../kernel/clock.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Explanations } from "../domain/explanation/explain.ts";
import type { Notification } from "../domain/notification.ts";
import { oldestId } from "../domain/notification-filter.ts";
import { type Overview, overviewOf, overviewStart } from "../domain/overview.ts";
import type { NotificationStore } from "../ports.ts";

/** One overview reads at most this many pages; if there are more, it shows the newest and says that it is incomplete. */
const MAX_PAGES = 10;
const PAGE = 100;

export interface GetOverviewDeps extends Pick<Explanations, "explain"> {
  readonly notifications: Pick<NotificationStore, "listRecent">;
  readonly clock: Clock;
}

export interface CountedOverview extends Overview {
  /** The figures are made of this many notifications. */
  readonly counted: number;
  /** `isComplete` is false when the day had more notifications than one overview reads, so that the oldest are missing. */
  readonly isComplete: boolean;
}

export async function getOverview(deps: GetOverviewDeps, owner: Owner): Promise<CountedOverview> {
  const { notifications, clock } = deps;
  const now = clock.now();
  const start = overviewStart(now);
  const range = { from: oldestId({ sinceMs: start }), reads: "eventual" } as const;
  const found: Notification[] = [];
  let isComplete = false;
  for (let page = 0; page < MAX_PAGES && !isComplete; page++) {
    const seen = await notifications.listRecent(owner, { limit: PAGE, before: found.at(-1)?.id, ...range });
    const inTime = seen.filter(({ createdAt }) => Date.parse(createdAt) >= start);
    found.push(...inTime);
    isComplete = seen.length < PAGE || inTime.length < seen.length;
  }
  return { ...overviewOf(found, now, deps), counted: found.length, isComplete };
}
