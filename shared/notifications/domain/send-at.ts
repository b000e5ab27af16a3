import { invalid } from "../../kernel/refusal.ts";
import { givenTimeMs, type Notification } from "./notification.ts";

/** A time may be at most 90 days ahead (D42). */
const MOST_DAYS_AHEAD = 90;
const DAY_MS = 86_400_000;

/** @throws Refusal `invalid_request` */
export function refuseTooFarAhead(given: Pick<Notification, "sendAt">, nowMs: number): void {
  const leavesAtMs = givenTimeMs(given) ?? nowMs;
  if (leavesAtMs - nowMs > MOST_DAYS_AHEAD * DAY_MS)
    throw invalid(`send_at must be at most ${MOST_DAYS_AHEAD} days ahead`);
}
