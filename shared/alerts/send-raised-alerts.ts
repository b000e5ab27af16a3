import type { InOwnersTime } from "../edge/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import { textOfAlert } from "./domain/alert.ts";
import { isWanted } from "./domain/alert-settings.ts";
import type { AlertSettingsStore, OwnersAlert, RaisedAlerts } from "./ports.ts";
import { type SendAlertDeps, sendAlert } from "./send-alert.ts";

export interface SendRaisedAlertsDeps extends SendAlertDeps {
  readonly alertSettings: Pick<AlertSettingsStore, "find" | "noteUnsent">;
  readonly raisedAlerts: Pick<RaisedAlerts, "open" | "close">;
  readonly inOwnTime: InOwnersTime;
  readonly realClock: Clock;
}

/** Each run sends at most this many alerts; the next run, a minute later, sends further ones. */
const MOST_AT_ONCE = 200;
const TOGETHER = 10;
/** An alert that could not be sent for this long is given up, because its problem may be over; the page *Alerts* shows it. */
const GIVEN_UP_AFTER_MS = 3_600_000;

/**
 * Sends the alerts that were raised, the oldest first. The failure of one alert does not stop the others, but the run fails at
 * its end.
 * @param endsAt in epoch milliseconds; nothing begins after it
 */
export async function sendRaisedAlerts(deps: SendRaisedAlertsDeps, endsAt = Number.POSITIVE_INFINITY): Promise<number> {
  const open = await deps.raisedAlerts.open(MOST_AT_ONCE);
  const errors: unknown[] = [];
  let sent = 0;
  for (let first = 0; first < open.length && deps.clock.now() < endsAt; first += TOGETHER) {
    const done = await Promise.allSettled(
      open.slice(first, first + TOGETHER).map((alert) => deps.inOwnTime(alert.owner, () => sendOne(deps, alert))),
    );
    for (const one of done) if (one.status === "rejected") errors.push(one.reason);
    sent += done.filter((one) => one.status === "fulfilled" && one.value).length;
  }
  if (open.length > 0) deps.log.info("alerts.sent", { open: open.length, sent, failed: errors.length });
  if (errors.length > 0) throw errors[0];
  return sent;
}

async function sendOne(deps: SendRaisedAlertsDeps, alert: OwnersAlert): Promise<boolean> {
  const { alertSettings, raisedAlerts, clock, realClock } = deps;
  const { owner, id, subject, realAtMs } = alert;
  const settings = await alertSettings.find(owner);
  // The owner may have changed the choices since it was raised.
  const isStillWanted = settings !== undefined && isWanted(settings, subject.kind);
  const text = textOfAlert(alert);
  const about = subject.kind === "sending_account_failing" ? subject.id : undefined;
  const isOver = realClock.now() - realAtMs >= GIVEN_UP_AFTER_MS;
  const send = async () => isStillWanted && sendAlert(deps, settings, { ...text, id, kind: subject.kind, about });
  try {
    if (isOver && isStillWanted) await alertSettings.noteUnsent(owner, { title: text.title, atMs: clock.now() });
    const isSent = !isOver && (await send());
    await raisedAlerts.close(alert);
    return isSent;
  } catch (error) {
    deps.log.error("alert.not_sent", error, { owner, id });
    throw error;
  }
}
