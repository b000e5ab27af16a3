import { reconcileChatTemplates } from "../../shared/chat/templates/reconcile-chat-templates.ts";
import { reconcileServices } from "../../shared/chat/wiring.ts";
import { scheduleFunction } from "../../shared/edge/background/schedule-function.ts";

/** For the accounts that are begun when the time is up. */
const LAST_ACCOUNTS_MS = 60_000;

/** At the configured interval: repairs chat templates whose events were missed. A run that fails has done what it could. */
export const handler = scheduleFunction(
  (deps: ReturnType<typeof reconcileServices>, context) =>
    reconcileChatTemplates(deps, deps.clock.now() + context.getRemainingTimeInMillis() - LAST_ACCOUNTS_MS),
  reconcileServices,
);
