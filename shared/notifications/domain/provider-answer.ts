import type { ProviderAnswer } from "../../kernel/metrics.ts";
import { type AttemptOutcome, CHECK_STAGE } from "./delivery.ts";

/**
 * The other side's answer to an attempt: it took the message, refused it permanently, deferred it, or was unreachable or silent. Undefined
 * where it was not asked: the message was put back, or something of ours or the owner's is in the way, which no answer could change.
 */
export function providerAnswer(outcome: AttemptOutcome): ProviderAnswer | undefined {
  switch (outcome.kind) {
    case "sent":
    case "accepted":
      return "taken";
    case "postponed":
      return undefined;
    case "failed":
      return answerOfFailure(outcome);
  }
}

function answerOfFailure({
  report,
  isTerminal,
}: Extract<AttemptOutcome, { kind: "failed" }>): ProviderAnswer | undefined {
  if (report === undefined || report.stage === CHECK_STAGE) return undefined;
  if (report.code === undefined) return isTerminal && !report.isInDoubt ? undefined : "unreachable";
  return isTerminal ? "refused" : "deferred";
}
