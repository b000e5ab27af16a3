import { describe, expect, it } from "vitest";
import { explanations } from "../../../../shared/channels/domain/explanations.ts";
import { overviewView, toOverviewView } from "../../../../shared/notifications/contract/panel/overview.ts";
import type { Notification, TimelineEntry } from "../../../../shared/notifications/domain/notification.ts";
import { OVERVIEW_HOURS, overviewOf, overviewStart } from "../../../../shared/notifications/domain/overview.ts";
import { getOverview } from "../../../../shared/notifications/read/get-overview.ts";
import { anOwner } from "../../../support/an-owner.ts";
import { aNotification } from "../../../support/builders.ts";

const NOW = Date.parse("2026-11-21T12:34:56.000Z");
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const entry = (stage: string): TimelineEntry => ({ at: ago(1), attempt: 1, to: "failed", durationMs: 10, stage });
const idOf = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, "0")}`;

function storeOf(notifications: readonly Notification[]) {
  const asked: number[] = [];
  const listRecent = async (_owner: string, { limit, before }: { limit: number; before?: string | undefined }) => {
    asked.push(limit);
    return notifications
      .filter((one) => before === undefined || one.id < before)
      .toSorted((a, b) => b.id.localeCompare(a.id))
      .slice(0, limit);
  };
  return { deps: { ...explanations, notifications: { listRecent }, clock: { now: () => NOW } }, asked };
}

describe("overviewOf()", () => {
  it("covers 24 full hours, the current one included", () => {
    const { hours, from } = overviewOf([], NOW, explanations);
    expect(hours).toHaveLength(OVERVIEW_HOURS);
    expect([from, hours[0]?.from, hours.at(-1)?.from]).toEqual([
      "2026-11-20T13:00:00.000Z",
      "2026-11-20T13:00:00.000Z",
      "2026-11-21T12:00:00.000Z",
    ]);
  });

  it("counts acceptance in its hour, and the end in the hour of the end", () => {
    const { hours } = overviewOf(
      [
        aNotification({ status: "sent", createdAt: ago(70), updatedAt: ago(5) }),
        aNotification({ status: "failed", createdAt: ago(5), updatedAt: ago(1) }),
        aNotification({ status: "submitted", createdAt: ago(5), updatedAt: ago(1) }),
      ],
      NOW,
      explanations,
    );
    expect(hours.at(-2)).toMatchObject({ accepted: 1, sent: 0, failed: 0 });
    expect(hours.at(-1)).toMatchObject({ accepted: 2, sent: 1, failed: 1 });
  });

  it("names the oldest that waits", () => {
    const oldest = aNotification({ status: "processing", createdAt: ago(50) });
    const { waiting, oldestWaiting } = overviewOf([aNotification({ createdAt: ago(5) }), oldest], NOW, explanations);
    expect([waiting, oldestWaiting]).toEqual([2, oldest]);
  });

  it("counts what is to leave later by itself, and its wait from its time on (D42)", () => {
    const ahead = aNotification({ createdAt: ago(50), sendAt: ago(-10) });
    const due = aNotification({ createdAt: ago(50), sendAt: ago(2) });
    const waits = aNotification({ createdAt: ago(5) });
    const { waiting, scheduled, oldestWaiting } = overviewOf([ahead, due, waits], NOW, explanations);
    expect([waiting, scheduled, oldestWaiting]).toEqual([2, 1, waits]);
  });

  it("names an account that cannot be used, and says whether it works again", () => {
    const failed = {
      status: "failed",
      lastError: "535 no",
      history: [entry("authentication")],
      updatedAt: ago(9),
    } as const;
    const [broken, mended] = [aNotification(failed), aNotification({ ...failed, updatedAt: ago(10) })];
    const later = aNotification({ status: "sent", accountId: mended.accountId, updatedAt: ago(2) });
    const { accountsWithProblems } = overviewOf([mended, later, broken], NOW, explanations);
    expect(accountsWithProblems).toMatchObject([
      {
        accountId: broken.accountId,
        isFailing: true,
        failed: 1,
        sent: 0,
        lastError: "535 no",
        lastProblemId: broken.id,
      },
      { accountId: mended.accountId, isFailing: false, failed: 1, sent: 1 },
    ]);
  });

  it("counts those that are tried again, and blames no account for a refused recipient or a refused mail", () => {
    const retried = aNotification({ lastError: "ECONNREFUSED", attempts: 1, history: [entry("connect")] });
    const refused = ["recipients", "content"].map((stage) =>
      aNotification({ status: "failed", lastError: "550", history: [entry(stage)] }),
    );
    const { accountsWithProblems } = overviewOf([retried, ...refused, aNotification()], NOW, explanations);
    expect(accountsWithProblems).toMatchObject([
      { accountId: retried.accountId, retrying: 1, failed: 0, isFailing: true },
    ]);
  });
});

describe("getOverview()", () => {
  const many = (count: number, createdAt: string, from = 0) =>
    Array.from({ length: count }, (_, i) => aNotification({ id: idOf(from + i), createdAt, updatedAt: createdAt }));

  it("reads until the day is over, and no further", async () => {
    const { deps, asked } = storeOf([...many(500, ago(60 * 30)), ...many(150, ago(60), 500)]);
    const { counted, isComplete } = await getOverview(deps, anOwner("o"));
    expect([counted, isComplete, asked.length]).toEqual([150, true, 2]);
  });

  it("stops at a bound, and says so", async () => {
    const { deps, asked } = storeOf(many(1500, ago(60)));
    const { counted, isComplete } = await getOverview(deps, anOwner("o"));
    expect([counted, isComplete, asked.length]).toEqual([1000, false, 10]);
  });

  it("answers an owner without notifications, in the contract's shape", async () => {
    const overview = await getOverview(storeOf([]).deps, anOwner("o"));
    expect(overviewView.parse(toOverviewView(overview))).toMatchObject({ counted: 0, waiting: 0, is_complete: true });
    expect(Date.parse(overview.from)).toBe(overviewStart(NOW));
  });
});
