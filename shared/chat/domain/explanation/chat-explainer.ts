import {
  type CauseRow,
  codeOfCause,
  type Explainer,
  type ProviderAnswer,
} from "../../../notifications/domain/explanation/explainer.ts";
import { CHAT_CAUSES } from "../chat-causes.ts";
import { platformReason } from "../provider-errors.ts";
import { CHAT_EXPLANATIONS, type ChatCode } from "./chat-explanations.ts";

const OWN: readonly CauseRow<ChatCode>[] = [
  [CHAT_CAUSES.chat_account_deleted, "account_deleted"],
  [CHAT_CAUSES.window_closed, "window_closed"],
  [CHAT_CAUSES.templates_only, "templates_only"],
  [CHAT_CAUSES.conversation_held, "conversation_held"],
  [CHAT_CAUSES.media_expired, "media_expired"],
  [CHAT_CAUSES.reaction_target_gone, "reaction_target_gone"],
  [CHAT_CAUSES.reaction_target_not_sent, "reaction_target_not_sent"],
  [CHAT_CAUSES.template_deleted, "template_deleted"],
  [CHAT_CAUSES.template_not_approved, "template_not_approved"],
];

/** Says why a message was not delivered, from what the platform, the provider or the channel itself said. */
const chatCode = (answer: ProviderAnswer): ChatCode => codeOfCause(OWN, answer.text) ?? platformReason(answer);

export const CHAT_EXPLAINER = { explanations: CHAT_EXPLANATIONS, codeOf: chatCode } satisfies Explainer;
