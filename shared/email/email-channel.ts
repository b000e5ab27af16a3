import { invalid } from "../kernel/refusal.ts";
import type { Intake, Outlet } from "../notifications/channel.ts";
import { CAUSES } from "../notifications/domain/causes.ts";
import { renewFiles } from "./accept-attachments.ts";
import { type CheckEmailDeps, checkEmail, refuseOrigin } from "./check-email.ts";
import { type SendEmailDeps, sendEmail } from "./send-email.ts";

/** 5 for email (R-notification). */
const MAX_ATTEMPTS = 5;

export const emailIntake = (deps: CheckEmailDeps): Intake<"email"> => ({
  maxAttempts: MAX_ATTEMPTS,
  check: (owner, request, caller) => checkEmail(deps, { owner, request, caller }),
  checkAgain: async (owner, accountId, caller) => {
    const account = await deps.sendingAccounts.find(owner, accountId);
    if (account === undefined) throw invalid(CAUSES.account_deleted);
    refuseOrigin(account, caller);
  },
  renew: (content) => renewFiles(deps.uploadedFiles, content),
});

export const emailOutlet = (deps: SendEmailDeps): Outlet => ({
  send: (claimed, acquire) => sendEmail(deps, claimed, acquire),
});
