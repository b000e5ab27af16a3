import { renderTemplate } from "../chat/domain/templates/rendered-template.ts";
import type { ChatTemplateStore } from "../chat/ports/chat-template-store.ts";
import { isAlias } from "../email/contract/template-name.ts";
import type { EmailTemplate } from "../email/domain/email-template.ts";
import type { EmailTemplateStore } from "../email/ports.ts";
import { type PreviewEmailTemplateDeps, previewEmailTemplate } from "../email/preview-email-template.ts";
import type { JsonObject } from "../kernel/json-data.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid } from "../kernel/refusal.ts";

export interface PreviewTemplateDeps extends PreviewEmailTemplateDeps {
  readonly emailTemplates: Pick<EmailTemplateStore, "get" | "findByAlias">;
  readonly chatTemplates: Pick<ChatTemplateStore, "get">;
}

export interface TemplatePreviewRequest {
  /** The id of a template of either channel, or the alias of an email template. */
  readonly templateId: string;
  readonly variables: Readonly<Record<string, string>>;
  /** The values that are no texts. Only email templates use them. */
  readonly data?: JsonObject | undefined;
}

export interface TemplatePreview {
  readonly channel: "email" | "chat";
  readonly subject?: string;
  readonly body: string;
  /** The variables that have no value. */
  readonly missing: readonly string[];
}

/** Renders a template with these variables. Another owner's template, and a deleted one, is refused like one that does not exist. */
export async function previewTemplate(
  deps: PreviewTemplateDeps,
  owner: Owner,
  { templateId, variables, data }: TemplatePreviewRequest,
): Promise<TemplatePreview> {
  if (isAlias(templateId))
    return emailPreview(deps, await deps.emailTemplates.findByAlias(owner, templateId), { variables, data });
  // Both reads begin in the same turn of the event loop, so that they share one request.
  const [email, chat] = await Promise.all([
    deps.emailTemplates.get(owner, templateId),
    deps.chatTemplates.get(owner, templateId),
  ]);
  if (chat === undefined || chat.isDisabled) return emailPreview(deps, email, { variables, data });
  const missing = chat.parameters.filter(({ name, required }) => required && !Object.hasOwn(variables, name));
  return {
    channel: "chat",
    body: renderTemplate(chat.definition, variables).body,
    missing: missing.map(({ name }) => name),
  };
}

async function emailPreview(
  deps: PreviewEmailTemplateDeps,
  template: EmailTemplate | undefined,
  values: Pick<TemplatePreviewRequest, "variables" | "data">,
): Promise<TemplatePreview> {
  if (template === undefined) throw invalid("template_id not found");
  const { subject, body, bodyType, escaping } = template;
  const asked = { isTextAsked: false, isUnfilledAsked: false, areFaultsAsked: false };
  const shown = await previewEmailTemplate(deps, { subject, body, bodyType, escaping, ...values, ...asked });
  return { channel: "email", subject: shown.subject, body: shown.body, missing: shown.missing };
}
