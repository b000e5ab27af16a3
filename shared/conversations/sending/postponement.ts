import { MAX_DELAY_SECONDS } from "../../kernel/backoff.ts";
import type { AttemptOutcome } from "../../notifications/domain/delivery.ts";

/** The delay is at least this share of the message's age, so that a thousand messages to one customer do not all ask again every time. */
const SHARE_OF_AGE = 0.25;

/** The delay is made longer by up to this share at random, so that messages that were postponed together do not return together. */
const SPREAD = 0.5;

/** Postpones a message that would exceed the platform's sending rate now. */
export function postponement(
  waitMs: number,
  { ageMs, random }: { readonly ageMs: number; readonly random: number },
): Extract<AttemptOutcome, { kind: "postponed" }> {
  const wantedSeconds = (Math.max(waitMs, ageMs * SHARE_OF_AGE) / 1000) * (1 + SPREAD * random);
  return { kind: "postponed", retryInSeconds: Math.min(MAX_DELAY_SECONDS, wantedSeconds) };
}
