import type { ParseTemplate } from "../go-template/template-cache.ts";
import type { Template } from "../go-template/text-template.ts";
import type { Escaping } from "./domain/email-template.ts";
import { type MailTemplate, parseField } from "./domain/render-email.ts";
import type { TemplateField } from "./domain/template-fault.ts";

export interface MailTemplateText {
  readonly subject: string;
  readonly body: string;
  readonly escaping?: Escaping | undefined;
}

/** Both fields of a template, parsed. A subject is text, and is never escaped. */
export async function parseMailTemplate(parse: ParseTemplate, text: MailTemplateText): Promise<MailTemplate> {
  const fields = await mailTemplateFields(parse, text);
  return { subject: fields.subject(), body: fields.body() };
}

/** The parser of each field, for those who go on with one field where the other one does not parse. */
export async function mailTemplateFields(
  parse: ParseTemplate,
  { subject, body, escaping }: MailTemplateText,
): Promise<Readonly<Record<TemplateField, () => Template>>> {
  const rewrite = escaping === "html" ? await htmlEscaping() : undefined;
  return {
    subject: () => parseField(parse, "subject", { text: subject }),
    body: () => parseField(parse, "body", { text: body, rewrite }),
  };
}

/** Loaded by the first template that escapes: most have no need of it. */
async function htmlEscaping() {
  const { escapeTemplate } = await import("../go-template/html/escape-template.ts");
  return escapeTemplate;
}
