import type { ParseTemplate } from "../go-template/template-cache.ts";
import { templateVariables } from "../go-template/template-variables.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { PreviewRequest } from "./contract/template-preview.ts";
import { foldToOneLine } from "./domain/compose-mail.ts";
import { htmlToText } from "./domain/html-to-text.ts";
import { renderField } from "./domain/render-email.ts";
import { parseMailTemplate } from "./parse-mail-template.ts";

export interface PreviewEmailTemplateDeps {
  readonly parseTemplate: ParseTemplate;
}

export interface Preview {
  readonly subject: string;
  readonly body: string;
  /** Of a body that is HTML, when asked for: the plain part that a mail client without HTML shows. */
  readonly text?: string;
  readonly variables: string[];
  readonly missing: string[];
  /** When asked for: those of them that the mail shows as `<no value>`. */
  readonly unfilled?: string[];
  readonly warnings?: string[];
}

const UNESCAPED =
  "the body prints variables into HTML as they are: with escape html they cannot break out of their place";

/** Unlike the public routes, the preview says where a template is wrong: its caller is looking at the text. */
export async function previewEmailTemplate(deps: PreviewEmailTemplateDeps, request: PreviewRequest): Promise<Preview> {
  try {
    return await preview(deps, request);
  } catch (error) {
    if (!(error instanceof Refusal && error.cause instanceof Error)) throw error;
    throw new Refusal(error.code, error.message, { cause: error.cause, detail: error.cause.message });
  }
}

async function preview(deps: PreviewEmailTemplateDeps, request: PreviewRequest): Promise<Preview> {
  const template = await parseMailTemplate(deps.parseTemplate, request);
  const subject = renderField("subject", template.subject, request.variables);
  const body = renderField("body", template.body, request.variables);
  const missing = inOrder(subject.missing, body.missing);
  const inBody = templateVariables(template.body);
  // A name may be reached by a way that only running the template shows.
  const variables = inOrder(templateVariables(template.subject), inBody, missing);
  const isUnescaped = request.bodyType === "html" && request.escaping !== "html" && inBody.length > 0;
  return {
    ...{ subject: foldToOneLine(subject.text), body: body.text, variables, missing },
    ...(request.isUnfilledAsked && { unfilled: inOrder(subject.unfilled, body.unfilled) }),
    ...(request.isTextAsked && request.bodyType === "html" && { text: htmlToText(body.text) }),
    ...(isUnescaped && { warnings: [UNESCAPED] }),
  };
}

const inOrder = (...names: readonly (readonly string[])[]): string[] => [...new Set(names.flat())];
