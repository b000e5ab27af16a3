import { eventId } from "../../events/domain/event-id.ts";
import type { Owner } from "../../kernel/owner.ts";

const PREFIX = "evt_";

/** Returns the id of the notification that tells of an event. */
export const idOfEvent = (event: string): string => event.slice(PREFIX.length);

/** The facts that identify what an owner is told of without an event. */
export interface ToldOf {
  readonly owner: Owner;
  readonly kind: "customer_waiting" | "weekly_summary";
  /** The marks before and after it is told. */
  readonly marks: readonly number[];
}

/** Returns the id of the notification: the same for the same facts, so that two runs send it once. `hash` is SHA-256 in hex. */
export const idOf = ({ owner, kind, marks }: ToldOf, atMs: number, hash: (text: string) => string): string =>
  idOfEvent(eventId({ table: "Alerts", keys: { pk: owner, sk: kind }, type: kind, state: marks }, atMs, hash));
