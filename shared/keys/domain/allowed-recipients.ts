import { Refusal } from "../../kernel/refusal.ts";
import { type MatchesAPattern, recipientMatcher } from "./recipient-patterns.ts";

/** A key is remembered between requests, and a batch has many items, so its patterns are read only once. */
const matchers = new WeakMap<readonly string[], MatchesAPattern>();

function matcherOf(patterns: readonly string[]): MatchesAPattern {
  const known = matchers.get(patterns);
  if (known) return known;
  const read = recipientMatcher(patterns);
  matchers.set(patterns, read);
  return read;
}

/** @throws Refusal `recipient_not_allowed`, which names neither the recipient nor the patterns */
export function refuseUnmatched(patterns: readonly string[], recipients: readonly (string | undefined)[]): void {
  if (recipients.every(matcherOf(patterns))) return;
  throw new Refusal("recipient_not_allowed", "recipient not allowed for this key");
}
