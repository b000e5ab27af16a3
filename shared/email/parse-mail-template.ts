import type { ParseTemplate } from "../go-template/template-cache.ts";
import type { Escaping } from "./domain/email-template.ts";
import { type MailTemplate, parseField } from "./domain/render-email.ts";

export interface MailTemplateText {
  readonly subject: string;
  readonly body: string;
  readonly escaping?: Escaping | undefined;
}

/** Both fields of a template, parsed. A subject is text, and is never escaped. */
export async function parseMailTemplate(
  parse: ParseTemplate,
  { subject, body, escaping }: MailTemplateText,
): Promise<MailTemplate> {
  const rewrite = escaping === "html" ? await htmlEscaping() : undefined;
  return {
    subject: parseField(parse, "subject", { text: subject }),
    body: parseField(parse, "body", { text: body, rewrite }),
  };
}

/** Loaded by the first template that escapes: most have no need of it. */
async function htmlEscaping() {
  const { escapeTemplate } = await import("../go-template/html/escape-template.ts");
  return escapeTemplate;
}
