import { invalid } from "../kernel/refusal.ts";
import type { Intake, Outlet } from "../notifications/channel.ts";
import { CAUSES } from "../notifications/domain/causes.ts";
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
  keepAgain: async (content) => {
    const files = content.channel === "email" ? (content.attachments ?? []) : [];
    const keys = new Set(files.flatMap(({ source }) => ("key" in source ? [source.key] : [])));
    const kept = await Promise.all([...keys].map((key) => deps.uploadedFiles.renew(key)));
    return kept.every(Boolean);
  },
});

export const emailOutlet = (deps: SendEmailDeps): Outlet => ({
  send: (claimed, acquire) => sendEmail(deps, claimed, acquire),
});
