import { join } from "node:path";
import type { FiledTemplate } from "../../ops/templates/filed-template.ts";
import { readFolder } from "../../ops/templates/template-folder.ts";
import { htmlToText } from "../../shared/email/domain/html-to-text.ts";
import { renderStrictly } from "../../shared/email/domain/render-email.ts";
import { parse } from "../../shared/go-template/go-template.ts";

export const EXAMPLES_FOLDER = join(import.meta.dirname, "../../examples/email-templates");

/** The templates of `examples/email-templates`. */
export const emailExamples = (): readonly FiledTemplate[] => readFolder(EXAMPLES_FOLDER);

/** Renders an example with its samples as a send would. Throws if a variable is missing. */
export function renderedExample({ subject, body, escape: escaping, samples }: FiledTemplate) {
  const template = {
    subject: parse(subject, undefined, { name: "subject" }),
    body: parse(body, undefined, { name: "body", escape: escaping }),
  };
  const mail = renderStrictly(template, { variables: {}, data: samples });
  return { ...mail, text: htmlToText(mail.body) };
}
