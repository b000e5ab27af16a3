import type { TemplateMessage } from "../../chat/domain/chat-content.ts";
import type { TemplateChoice } from "../../chat/domain/chat-intent.ts";
import type { FallbackValues } from "../../chat/domain/fallback.ts";
import { excerptOf } from "../../chat/domain/message-text.ts";
import { type ChatTemplate, canSend } from "../../chat/domain/templates/chat-template.ts";
import { renderTemplate } from "../../chat/domain/templates/rendered-template.ts";
import {
  type ApprovedComponents,
  type NamedValues,
  namedFromOrdered,
  resolveValues,
} from "../../chat/domain/templates/template-values.ts";
import type { ChatTemplateStore } from "../../chat/ports/chat-template-store.ts";
import type { Owner } from "../../kernel/owner.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";

const namedValues = (template: ChatTemplate, given: FallbackValues): NamedValues =>
  given.kind === "named" ? given.values : namedFromOrdered(template.parameters, given.values, given.path);

/** Freezes the template's approved text with its values: later changes of the template do not change the message. */
export function templateMessage(
  template: ChatTemplate,
  given: FallbackValues,
  components: ApprovedComponents,
): TemplateMessage {
  const { name, language } = template.definition;
  const values = namedValues(template, given);
  const excerpt = excerptOf(renderTemplate(template.definition, values).body);
  return { type: "template", templateId: template.id, name, language, components, values, excerpt };
}

const filled = (template: ChatTemplate, given: FallbackValues): TemplateMessage =>
  templateMessage(template, given, resolveValues(template, namedValues(template, given), given.path));

export interface TemplateAsk extends TemplateChoice {
  readonly owner: Owner;
  readonly chatAccountId: string;
}

/** Finds the chosen template. Another owner's template is refused like one that does not exist (C4). */
export async function chosenTemplate(
  templates: Pick<ChatTemplateStore, "get">,
  { owner, chatAccountId, templateId, values }: TemplateAsk,
): Promise<TemplateMessage> {
  const template = await templates.get(owner, templateId);
  if (template === undefined) throw invalid("chat.template_id not found");
  if (template.chatAccountId !== chatAccountId) throw invalid("chat.template_id belongs to another chat account");
  if (template.isDisabled) throw invalid("chat.template_id is disabled");
  if (!canSend(template)) throw invalid("chat.template_id is not approved");
  return filled(template, values);
}

/** Prepares a fallback that may be needed later. If it is unusable now (unknown, not approved, not fitting), it is left out silently. */
export function usableFallback(
  template: ChatTemplate | undefined,
  { chatAccountId, values }: Omit<TemplateAsk, "owner" | "templateId">,
): TemplateMessage | undefined {
  if (template === undefined || template.chatAccountId !== chatAccountId || !canSend(template)) return undefined;
  try {
    return filled(template, values);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}
