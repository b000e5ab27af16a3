import { reconcileChatTemplates } from "../../shared/chat/templates/reconcile-chat-templates.ts";
import { reconcileServices } from "../../shared/chat/wiring.ts";
import { scheduleFunction } from "../../shared/edge/background/schedule-function.ts";

/** The run begins no new account in this last part of its time, so that it can finish the accounts that it has begun. */
const LAST_ACCOUNTS_MS = 60_000;

/**
 * Repairs, at the configured interval, chat templates whose events were missed. A run that fails has already stored
 * what it repaired.
 */
export const handler = scheduleFunction(
  (deps: ReturnType<typeof reconcileServices>, context) =>
    reconcileChatTemplates(deps, deps.clock.now() + context.getRemainingTimeInMillis() - LAST_ACCOUNTS_MS),
  reconcileServices,
);
