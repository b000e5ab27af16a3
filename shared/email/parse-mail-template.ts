import type { ParseTemplate } from "../go-template/template-cache.ts";
import type { Template } from "../go-template/text-template.ts";
import type { Escaping } from "./domain/email-template.ts";
import { inBothFields, type MailTemplate, parseField } from "./domain/render-email.ts";
import type { TemplateField } from "./domain/template-fault.ts";

export interface MailTemplateText {
  readonly subject: string;
  readonly body: string;
  readonly escaping?: Escaping | undefined;
}

/** Parses both fields of a template. A subject is text, and is never escaped. */
export async function parseMailTemplate(parse: ParseTemplate, text: MailTemplateText): Promise<MailTemplate> {
  const fields = await mailTemplateFields(parse, text);
  return inBothFields((field) => fields[field]());
}

/** Returns a parser for each field, so that a caller can use one field even when the other does not parse. */
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

/** Loads the code that escapes HTML at the first template that needs it, because most templates do not escape. */
async function htmlEscaping() {
  const { escapeTemplate } = await import("../go-template/html/escape-template.ts");
  return escapeTemplate;
}
