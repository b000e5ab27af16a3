import { explanations } from "../../channels/domain/explanations.ts";
import { isFailing } from "../../email/domain/account-health.ts";
import type { SendingAccount } from "../../email/domain/sending-account.ts";
import { backoffSeconds } from "../../kernel/backoff.ts";
import type { Notification } from "../../notifications/domain/notification.ts";
import { type Concern, counted } from "./concern.ts";

/** Finds accounts whose credential is refused or whose server cannot be reached, with the notifications that wait for them. */
export function accountConcerns(
  accounts: readonly SendingAccount[],
  newest: readonly Notification[],
  backoffBaseSeconds: number,
): readonly Concern[] {
  return accounts.filter(isFailing).flatMap(({ id, label, health }) => {
    if (health === undefined) return [];
    const own = newest.filter(({ accountId }) => accountId === id);
    const waiting = own.filter(({ status, lastError }) => status === "pending" && Boolean(lastError));
    const failed = own.filter(
      ({ status, updatedAt }) => status === "failed" && Date.parse(updatedAt) >= health.sinceMs,
    );
    const last = waiting[0] ?? failed[0];
    const ends = waiting.flatMap((one) => lastAttemptMs(one, backoffBaseSeconds));
    return {
      kind: "sending_account_failing" as const,
      record: { kind: "sending_account" as const, id },
      title: `Sending account ${label} does not deliver`,
      text: [
        last ? explanations.explain(last).summary : "Its server refused the sign-in, or cannot be reached.",
        waitingText(waiting),
        failed.length > 0 && `${counted(failed.length, "notification")} failed.`,
      ]
        .filter(Boolean)
        .join(" "),
      sinceMs: health.sinceMs,
      count: waiting.length,
      ...(ends.length > 0 && { untilMs: Math.max(...ends) }),
    };
  });
}

const waitingText = ({ length }: readonly Notification[]): string =>
  length === 0 ? "" : `${counted(length, "notification")} ${length === 1 ? "waits" : "wait"}.`;

/** Returns the latest epoch millisecond at which the last attempt begins, as a list of one; empty when no retry is planned. */
function lastAttemptMs({ attempts, maxAttempts, history = [] }: Notification, baseSeconds: number): readonly number[] {
  const retryAt = history.at(-1)?.retryAt;
  if (retryAt === undefined) return [];
  let atMs = Date.parse(retryAt);
  for (let made = attempts + 1; made < maxAttempts; made++) atMs += backoffSeconds(made, baseSeconds, 0) * 1000;
  return [atMs];
}
