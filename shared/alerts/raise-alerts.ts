import type { HeraldEvent } from "../events/contract/events.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { alertOfEvent } from "./alert-of-event.ts";
import { idOfEvent } from "./domain/alert-id.ts";
import { isWanted } from "./domain/alert-settings.ts";
import type { AlertSettingsStore, RaisedAlerts } from "./ports.ts";

export interface RaiseAlertsDeps {
  readonly alertSettings: Pick<AlertSettingsStore, "find">;
  readonly raisedAlerts: Pick<RaisedAlerts, "raise">;
  readonly realClock: Clock;
}

/**
 * Raises the alerts that these events of an owner call for, if the owner wants them. Events of all other types cost nothing. It may be repeated:
 * an alert has the id of its event, and another about the same subject is not raised within the hour.
 */
export async function raiseAlerts(
  { alertSettings, raisedAlerts, realClock }: RaiseAlertsDeps,
  owner: Owner,
  events: readonly HeraldEvent[],
): Promise<void> {
  const called = events.flatMap((event) => {
    const subject = alertOfEvent(event);
    const [id, atMs] = [idOfEvent(event.id), Date.parse(event.timestamp)];
    return subject === undefined ? [] : [{ owner, id, subject, atMs, realAtMs: Math.min(atMs, realClock.now()) }];
  });
  if (called.length === 0) return;
  const settings = await alertSettings.find(owner);
  if (settings === undefined) return;
  for (const alert of called) if (isWanted(settings, alert.subject.kind)) await raisedAlerts.raise(alert);
}
