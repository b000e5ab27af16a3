import { eventId } from "../../events/domain/event-id.ts";
import type { Owner } from "../../kernel/owner.ts";

const PREFIX = "evt_";

/** Returns the id of the notification that alerts the owner to an event. */
export const idOfEvent = (event: string): string => event.slice(PREFIX.length);

/** The facts that identify an alert or a summary that no event causes. */
export interface ToldOf {
  readonly owner: Owner;
  readonly kind: "customer_waiting" | "weekly_summary";
  /** The owner's marks of how far alerts were sent, before and after this one. */
  readonly marks: readonly number[];
}

/** Returns the id of the notification: the same for the same facts, so that two runs send it once. `hash` is SHA-256 in hex. */
export const idOf = ({ owner, kind, marks }: ToldOf, atMs: number, hash: (text: string) => string): string =>
  idOfEvent(eventId({ table: "Alerts", keys: { pk: owner, sk: kind }, type: kind, state: marks }, atMs, hash));
