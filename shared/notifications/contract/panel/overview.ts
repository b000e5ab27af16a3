import * as z from "zod";
import { channelName } from "../../../channels/contract/channel-name.ts";
import { explanationView, toExplanationView } from "../../../channels/contract/explanation.ts";
import { timestamp } from "../../../edge/contract/fields.ts";
import { route } from "../../../edge/contract/route.ts";
import { OVERVIEW_HOURS, type Overview } from "../../domain/overview.ts";
import { notificationView, toNotificationView } from "../notifications.ts";

const count = z.int().min(0);

const accountHealth = z.strictObject({
  account_id: z.guid(),
  channel: channelName,
  sent: count,
  failed: count,
  retrying: count,
  is_failing: z.boolean(),
  last_error: z.string(),
  explanation: explanationView,
  last_trouble_id: z.guid(),
});

export const overviewView = z
  .strictObject({
    from: timestamp,
    hours: z
      .array(z.strictObject({ from: timestamp, accepted: count, sent: count, failed: count }))
      .length(OVERVIEW_HOURS),
    waiting: count,
    scheduled: count,
    oldest_waiting: notificationView.optional(),
    troubled_accounts: z.array(accountHealth),
    counted: count,
    is_complete: z.boolean(),
  })
  .meta({ id: "Overview" });

export function toOverviewView(
  overview: Overview & { readonly counted: number; readonly isComplete: boolean },
): z.input<typeof overviewView> {
  const { from, hours, waiting, scheduled, oldestWaiting, accountsWithProblems, counted, isComplete } = overview;
  return {
    from,
    hours: [...hours],
    waiting,
    scheduled,
    ...(oldestWaiting ? { oldest_waiting: toNotificationView(oldestWaiting) } : {}),
    troubled_accounts: accountsWithProblems.map(
      ({ accountId, isFailing, lastError, lastProblemId, explanation, ...same }) => ({
        ...same,
        account_id: accountId,
        is_failing: isFailing,
        last_error: lastError,
        explanation: toExplanationView(explanation),
        last_trouble_id: lastProblemId,
      }),
    ),
    counted,
    is_complete: isComplete,
  };
}

export const getOverview = route({
  operationId: "getOverview",
  group: "panel",
  summary: "The last 24 hours",
  method: "GET",
  path: "/panel/api/overview",
  auth: ["access-token"],
  success: { status: 200, schema: overviewView },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["notifications:read"],
  impact: "owners cannot see an overview in the panel",
});
