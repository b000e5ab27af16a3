import type { ParseTemplate } from "../go-template/template-cache.ts";
import { templateVariables } from "../go-template/template-variables.ts";
import type { EmailTemplate } from "./domain/email-template.ts";
import { mailTemplateFields } from "./parse-mail-template.ts";

/** Names the variables that a template uses, in the order in which it first names them, the subject's first. */
export async function templateVariableNames(
  parse: ParseTemplate,
  { subject, body }: Pick<EmailTemplate, "subject" | "body">,
): Promise<string[]> {
  // How the body escapes its values does not change their names.
  const fields = await mailTemplateFields(parse, { subject, body });
  return [...new Set([fields.subject(), fields.body()].flatMap(templateVariables))];
}
