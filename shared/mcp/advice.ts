import type { Refusal, RefusalCode } from "../kernel/refusal.ts";

const ASK = "Do not repeat the call unchanged: tell the person whom you work for.";

/** Says what an agent can do about a refusal (D47a). The refusals of other codes have the general advice. */
const ADVICE: Partial<Readonly<Record<RefusalCode, string>>> = {
  invalid_request: "Correct the arguments and call the tool again.",
  not_found: "Check the id: it must be one that a tool of this server has returned, unchanged.",
  origin_not_allowed:
    "The sending account takes requests from its own web pages only: name another account in smtp_account_id, or tell the person whom you work for.",
  recipient_not_allowed:
    "Do not try other spellings or other tools: only the person who made this key can allow more recipients, with another key.",
  idempotency_key_reused:
    "To repeat the earlier call, use its arguments unchanged; for another message, use another idempotency_key.",
  request_in_flight: "Wait a second, and call again with the same arguments and the same idempotency_key.",
  window_closed: "Name an approved template in fallback_template_id, or wait until the customer writes again.",
  conversation_held:
    "Somebody else answers this customer until their 24-hour window closes: send an approved template, or leave the customer to them.",
  write_conflict: "Call again in a moment.",
};

/**
 * Returns the text of a refused call: the first line is the error as REST words it, then come the problems of further
 * arguments, and at the end what to do.
 */
export function refusalText(refusal: Refusal): string {
  const { code, message, problems = [], resets } = refusal;
  // The message of this refusal names the permission, and an agent can do nothing about it.
  if (code === "insufficient_permission") return message;
  const others = problems.map((problem) => problem.message).filter((one) => one !== message);
  const advice = resets ? `Send nothing more before ${resets.at}, when the limit begins again.` : ADVICE[code];
  return [...new Set([message, ...others]), advice ?? ASK].join("\n");
}
