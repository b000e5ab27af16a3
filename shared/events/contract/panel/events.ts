import * as z from "zod";
import { cursor, limitParameter } from "../../../edge/contract/paging.ts";
import { route } from "../../../edge/contract/route.ts";
import { heraldEvent } from "../events.ts";
import { typesParameter } from "../feed.ts";
import { eventId, type KeptEvent, keptEvent } from "../kept-event.ts";

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

const common = { group: "panel", method: "GET", auth: ["access-token"] } as const;

export const listPanelEvents = route({
  ...common,
  operationId: "listPanelEvents",
  summary: "List events",
  path: "/panel/api/events",
  query: recentEventsQuery,
  success: { status: 200, schema: recentEventPageView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: ["events:read"],
  impact: "owners cannot see their events in the panel",
});

export const getPanelEvent = route({
  ...common,
  operationId: "getPanelEvent",
  summary: "Read an event",
  path: "/panel/api/events/{id}",
  params: z.strictObject({ id: eventId }),
  success: { status: 200, schema: z.union([heraldEvent, keptEvent]) },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["events:read"],
  impact: "owners cannot see in the panel what an event says",
});
