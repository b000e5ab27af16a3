import type { ProviderAnswer } from "../../kernel/metrics.ts";
import { type AttemptOutcome, CHECK_STAGE } from "./delivery.ts";

/** Tells whether the other side took, refused or deferred the message, or was unreachable or silent; undefined when it was not asked. */
export function providerAnswer(outcome: AttemptOutcome): ProviderAnswer | undefined {
  switch (outcome.kind) {
    case "sent":
    case "accepted":
      return "taken";
    case "postponed":
    case "left_out":
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
