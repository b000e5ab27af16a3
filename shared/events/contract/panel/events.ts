import * as z from "zod";
import { cursor, limitParameter } from "../../../edge/contract/paging.ts";
import { route } from "../../../edge/contract/route.ts";
import { heraldEvent } from "../events.ts";
import { typesParameter } from "../feed.ts";
import { type KeptEvent, keptEvent } from "../kept-event.ts";

export const recentEventsQuery = z.object({
  cursor,
  limit: limitParameter({ max: 100, byDefault: 25 }),
  types: typesParameter,
});
export type RecentEventListing = z.output<typeof recentEventsQuery>;

const recentEventPageView = z
  .strictObject({
    events: z.array(z.union([heraldEvent, keptEvent])),
    next_cursor: z.string().optional(),
  })
  .meta({ id: "RecentEventPage" });

export interface RecentEventPage {
  readonly events: readonly KeptEvent[];
  readonly nextCursor?: string | undefined;
}

export const toRecentEventPageView = ({
  events,
  nextCursor,
}: RecentEventPage): z.input<typeof recentEventPageView> => ({
  events: [...events],
  ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
});

export const listPanelEvents = route({
  operationId: "listPanelEvents",
  group: "panel",
  summary: "List events",
  method: "GET",
  path: "/panel/api/events",
  auth: ["access-token"],
  query: recentEventsQuery,
  success: { status: 200, schema: recentEventPageView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: ["events:read"],
  impact: "owners cannot see their events in the panel",
});
