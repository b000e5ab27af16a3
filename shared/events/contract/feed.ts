import * as z from "zod";
import { limitParameter } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import { EVENT_TYPES, type EventType } from "../domain/event-types.ts";
import { heraldEvent } from "./events.ts";
import { type KeptEvent, keptEvent } from "./kept-event.ts";

export const EVENT_PAGE = { max: 500, byDefault: 100 } as const;

/** A caller may send this word instead of a cursor, for the present end of the feed. */
export const NOW = "now";

const typesError = `types must be a list of: ${EVENT_TYPES.join(", ")}`;

/** The filter by type of webhooks and of the feed. An absent or empty list means every type. */
export const eventTypes = z.array(z.enum(EVENT_TYPES, { error: typesError }), { error: typesError });

export const typesParameter = z
  .string({ error: typesError })
  .transform((text) => (text === "" ? [] : text.split(",")))
  .pipe(eventTypes)
  .default([])
  .meta({ type: "string" });

export const eventQuery = z.object({
  cursor: z.string({ error: "cursor is not valid" }).optional(),
  limit: limitParameter(EVENT_PAGE),
  types: typesParameter,
});

const eventPageView = z
  .strictObject({
    events: z.array(z.union([heraldEvent, keptEvent])),
    next_cursor: z.string(),
  })
  .meta({ id: "EventPage" });

export interface ShownEventPage {
  readonly events: readonly KeptEvent[];
  readonly nextCursor: string;
}

export const toEventPageView = ({ events, nextCursor }: ShownEventPage): z.input<typeof eventPageView> => ({
  events: [...events],
  next_cursor: nextCursor,
});

export interface EventListing {
  readonly cursor?: string | undefined;
  readonly limit: number;
  readonly types: readonly EventType[];
}

export const listEvents = route({
  operationId: "listEvents",
  group: "events",
  summary: "Read the feed of events",
  method: "GET",
  path: "/api/v1/events",
  auth: ["api-key"],
  query: eventQuery,
  success: { status: 200, schema: eventPageView },
  refusals: ["invalid_request", "unauthorized"],
  uses: ["events:read"],
  impact: "events cannot be read; they wait in the feed",
});
