import { type SendRaisedAlertsDeps, sendRaisedAlerts } from "./send-raised-alerts.ts";
import { type TellOwnersDeps, tellOwners } from "./tell-owners.ts";

export interface SendAlertsDeps extends SendRaisedAlertsDeps, Omit<TellOwnersDeps, "alertSettings"> {
  readonly alertSettings: SendRaisedAlertsDeps["alertSettings"] & TellOwnersDeps["alertSettings"];
  /** The epoch millisecond at which this process last looked at all owners' choices. */
  readonly looked: { atMs: number };
}

/** A process looks at all owners' choices at most this often, because each look reads all of them. */
export const LOOK_EVERY_MS = 600_000;

/**
 * Sends the raised alerts, and from time to time the alerts and summaries that no event causes. The failure of one part does not stop the
 * other.
 */
export async function sendAlerts(deps: SendAlertsDeps, endsAt = Number.POSITIVE_INFINITY): Promise<void> {
  const nowMs = deps.clock.now();
  const isTimeToLook = nowMs - deps.looked.atMs >= LOOK_EVERY_MS;
  if (isTimeToLook) deps.looked.atMs = nowMs;
  const done = await Promise.allSettled([sendRaisedAlerts(deps, endsAt), isTimeToLook && tellOwners(deps, endsAt)]);
  for (const one of done) if (one.status === "rejected") throw one.reason;
}
