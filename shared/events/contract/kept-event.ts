import * as z from "zod";
import { timestamp } from "../../edge/contract/fields.ts";

const EVENT_ID = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const eventId = z.string().regex(EVENT_ID, { error: "id must be the id of an event" });

/** An event in the feed, as the version of Herald at that time wrote it. So readers of the feed do not check the shape of `data`. */
export const keptEvent = z
  .strictObject({ id: eventId, type: z.string(), timestamp, data: z.record(z.string(), z.unknown()) })
  .meta({ id: "KeptEvent" });
export type KeptEvent = z.output<typeof keptEvent>;
