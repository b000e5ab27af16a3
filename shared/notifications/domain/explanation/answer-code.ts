import { platformReason } from "../../../chat/domain/provider-errors.ts";
import { CAUSES } from "../causes.ts";
import type { ChannelName } from "../notification.ts";
import { type ExplanationCode, isExplanationCode } from "./explanations.ts";
import { httpCode, type ProviderAnswer, smtpCode } from "./mail-code.ts";

export type { ProviderAnswer } from "./mail-code.ts";

/** The service's own causes, each under the code of its name, but for those that share one with another cause. */
const OWN: readonly (readonly [cause: string, code: ExplanationCode])[] = [
  ...Object.entries(CAUSES).flatMap(([name, cause]) => (isExplanationCode(name) ? [[cause, name] as const] : [])),
  [CAUSES.chat_account_deleted, "account_deleted"],
  [CAUSES.recipient_unanswered, "connection_lost"],
  [CAUSES.files_need_smtp, "account_settings_unusable"],
];

/** Why an attempt failed, by what the provider or the service itself said. */
export function answerCode(channel: ChannelName, answer: ProviderAnswer): ExplanationCode {
  const own = OWN.find(([cause]) => answer.text?.startsWith(cause));
  if (own) return own[1];
  if (channel === "chat") return platformReason(answer);
  return answer.stage === "request" ? httpCode(answer) : smtpCode(answer);
}
