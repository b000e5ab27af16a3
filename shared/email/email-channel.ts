import { invalid } from "../kernel/refusal.ts";
import type { Intake, Outlet } from "../notifications/channel.ts";
import type { Expander } from "../notifications/read/expand-notification.ts";
import type { Showcase } from "../notifications/read/show-message.ts";
import { renewFiles } from "./accept-attachments.ts";
import { type CheckEmailDeps, checkEmail, refuseOrigin, refuseUntrusted } from "./check-email.ts";
import type { EmailRequest } from "./contract/email-request.ts";
import { emailIn } from "./domain/email-content.ts";
import type { ExpandedEmail } from "./domain/expanded-email.ts";
import { MAIL_CAUSES } from "./domain/mail-causes.ts";
import { readdressed } from "./domain/recipients-again.ts";
import type { ShownEmail } from "./domain/shown-email.ts";
import { type ExpandEmailDeps, expandEmail } from "./expand-email.ts";
import { type SendEmailDeps, sendEmail } from "./send-email.ts";
import { readEmailFile, type ShowEmailDeps, showEmail } from "./show-email.ts";
import { unsubscriptionOf, withLinkOf } from "./unsubscription.ts";

/** An email has at most 5 attempts (R-notification). */
const MAX_ATTEMPTS = 5;

export const emailIntake = (deps: CheckEmailDeps): Intake<EmailRequest> => ({
  maxAttempts: MAX_ATTEMPTS,
  check: (owner, request, caller, id) => checkEmail(deps, { owner, id, request, caller }),
  checkAgain: async (owner, accountId, { caller, recipients = [] }) => {
    const account = await deps.sendingAccounts.findPresent(owner, accountId);
    if (account === undefined) throw invalid(MAIL_CAUSES.account_deleted);
    refuseOrigin(account, caller);
    refuseUntrusted(account, recipients);
  },
  readdress: async (content, first, to, id) => {
    const again = to === undefined ? emailIn(content) : readdressed(content, first, to);
    if (again.unsubscribe === undefined) return again;
    const { topic } = again.unsubscribe;
    return withLinkOf(again, await unsubscriptionOf(deps, { owner: first.owner, id, topic }, again));
  },
  renew: (content) => renewFiles(deps.uploadedFiles, content),
});

export const emailShowcase = (deps: ShowEmailDeps): Showcase<ShownEmail> => ({
  show: (notification, content) => showEmail(deps, notification, content),
  readFile: (content, part) => readEmailFile(deps, content, part),
});

export const emailExpander = (deps: ExpandEmailDeps): Expander<ExpandedEmail> => ({
  expand: (notification, content) => expandEmail(deps, notification, content),
});

export const emailOutlet = (deps: SendEmailDeps): Outlet => ({
  send: (claimed, acquire) => sendEmail(deps, claimed, acquire),
});
