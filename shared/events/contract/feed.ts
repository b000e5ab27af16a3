import * as z from "zod";
import { limitParameter } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import { EVENT_TYPES, type EventType } from "../domain/event-types.ts";
import { heraldEvent } from "./events.ts";
import { type KeptEvent, keptEvent } from "./kept-event.ts";

export const EVENT_PAGE = { max: 500, byDefault: 100 } as const;

/** In the place of a cursor: the end of the feed. */
export const NOW = "now";

const typesError = `types must be a list of: ${EVENT_TYPES.join(", ")}`;

/** Of a webhook as of the feed; none at all, and an empty list, mean every type. */
export const eventTypes = z.array(z.enum(EVENT_TYPES, { error: typesError }), { error: typesError });

export const typesParameter = z
  .string({ error: typesError })
  .transform((text) => (text === "" ? [] : text.split(",")))
  .pipe(eventTypes)
  .default([])
  .meta({ type: "string", description: "Types, separated by commas; all when left out." });

export const eventQuery = z.object({
  cursor: z
    .string({ error: "cursor is not valid" })
    .optional()
    .meta({ description: "A previous next_cursor of the same types, or now for one behind everything so far." }),
  limit: limitParameter(EVENT_PAGE),
  types: typesParameter,
});

const eventPageView = z
  .strictObject({
    events: z.array(z.union([heraldEvent, keptEvent])).meta({ description: "Oldest first." }),
    next_cursor: z.string().meta({ description: "There is always one: the next page begins behind this one." }),
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
