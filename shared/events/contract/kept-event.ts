import * as z from "zod";
import { timestamp } from "../../edge/contract/fields.ts";

const EVENT_ID = /^evt_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const eventId = z.string().regex(EVENT_ID);

/** Events are shown as they were written, by whatever version of the service: readers of the feed do not check their shape. */
export const keptEvent = z
  .strictObject({ id: eventId, type: z.string(), timestamp, data: z.record(z.string(), z.unknown()) })
  .meta({ id: "KeptEvent" });
export type KeptEvent = z.output<typeof keptEvent>;
