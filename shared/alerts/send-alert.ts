import type { EmailRequest } from "../email/contract/email-request.ts";
import type { SendingAccountStore } from "../email/ports.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import { type SubmitNotificationDeps, submitNotification } from "../notifications/accept/submit-notification.ts";
import type { AlertText } from "./domain/alert.ts";
import { accountForAlert } from "./domain/alert-account.ts";
import type { AlertSettings } from "./domain/alert-settings.ts";
import type { AlertSettingsStore } from "./ports.ts";

export interface SendAlertDeps extends SubmitNotificationDeps {
  readonly alertSettings: Pick<AlertSettingsStore, "noteUnsent">;
  readonly sendingAccounts: Pick<SendingAccountStore, "list">;
  readonly isHttpApiEnabled: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

export interface AlertToSend extends AlertText {
  /** The id of the notification. With the same id, nothing is sent a second time. */
  readonly id: string;
  /** The kind of alert, which the notification's metadata tell. */
  readonly kind: string;
  /** The sending account that the alert is about. */
  readonly about?: string | undefined;
}

/**
 * Accepts an alert as an ordinary notification to the owner's addresses. Returns false when nothing was sent, which the settings then note,
 * because no account works or the mail was refused. Throws what may pass.
 */
export async function sendAlert(deps: SendAlertDeps, settings: AlertSettings, alert: AlertToSend): Promise<boolean> {
  const { owner, addresses } = settings;
  const { isHttpApiEnabled } = deps;
  const accounts = await deps.sendingAccounts.list(owner);
  const account = accountForAlert(accounts, { addresses, about: alert.about, isHttpApiEnabled });
  const isSent = account !== undefined && (await isAccepted(deps, settings, { ...alert, accountId: account.id }));
  if (!isSent) await deps.alertSettings.noteUnsent(owner, { title: alert.title, atMs: deps.clock.now() });
  else if (settings.unsent !== undefined) await deps.alertSettings.noteUnsent(owner, undefined);
  return isSent;
}

async function isAccepted(
  deps: SendAlertDeps,
  { owner, addresses }: AlertSettings,
  alert: AlertToSend & { readonly accountId: string },
): Promise<boolean> {
  const [recipient = "", ...cc] = addresses;
  const mail: EmailRequest = {
    channel: "email",
    recipient,
    cc,
    bcc: [],
    subject: alert.title,
    body: alert.body,
    variables: {},
    accountId: alert.accountId,
    // Absence notes of the addressees do not answer it (RFC 3834).
    headers: { "Auto-Submitted": "auto-generated" },
    metadata: { alert: alert.kind },
  };
  try {
    await submitNotification(deps, { owner, id: alert.id, isRepeat: true, caller: { isOwner: true } }, mail);
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    deps.log.error("alert.refused", error, { owner, id: alert.id });
    return false;
  }
}
