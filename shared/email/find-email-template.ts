import type { Owner } from "../kernel/owner.ts";
import { invalid } from "../kernel/refusal.ts";
import { isAlias } from "./contract/template-name.ts";
import type { EmailTemplate } from "./domain/email-template.ts";
import type { EmailTemplateStore } from "./ports.ts";

export type FoundTemplates = Pick<EmailTemplateStore, "get" | "findByAlias" | "version">;

export interface TemplateReference {
  /** The id or the alias of the template. */
  readonly templateId: string;
  /** The version to use; the present version when absent. */
  readonly templateVersion?: number | undefined;
}

/** Finds the template of a send, in the version that the send names (D44b). */
export async function findEmailTemplate(
  templates: FoundTemplates,
  owner: Owner,
  { templateId, templateVersion }: TemplateReference,
): Promise<EmailTemplate> {
  const find = isAlias(templateId) ? templates.findByAlias : templates.get;
  const present = await find.call(templates, owner, templateId);
  if (present === undefined) throw invalid("template_id not found");
  if (templateVersion === undefined || templateVersion === present.version) return present;
  const past = await templates.version(present, templateVersion);
  if (past === undefined) throw invalid("template_version not found");
  return past;
}
