import { templateVariables } from "../go-template/go-template.ts";
import type { ParseTemplate } from "../go-template/template-cache.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { PreviewRequest } from "./contract/email-templates.ts";
import { foldToOneLine } from "./domain/compose-mail.ts";
import { parseField, renderField } from "./domain/render-email.ts";

export interface PreviewEmailTemplateDeps {
  readonly parseTemplate: ParseTemplate;
}

export interface Preview {
  readonly subject: string;
  readonly body: string;
  readonly variables: string[];
  readonly missing: string[];
}

/** Unlike the public routes, the preview says where a template is wrong: its caller is looking at the text. */
export function previewEmailTemplate(deps: PreviewEmailTemplateDeps, request: PreviewRequest): Preview {
  try {
    return preview(deps, request);
  } catch (error) {
    if (!(error instanceof Refusal && error.cause instanceof Error)) throw error;
    throw new Refusal(error.code, error.message, { cause: error.cause, detail: error.cause.message });
  }
}

function preview(deps: PreviewEmailTemplateDeps, request: PreviewRequest): Preview {
  const subjectTemplate = parseField(deps.parseTemplate, "subject", request.subject);
  const bodyTemplate = parseField(deps.parseTemplate, "body", request.body);
  const subject = renderField("subject", subjectTemplate, request.variables);
  const body = renderField("body", bodyTemplate, request.variables);
  const missing = inOrder(subject.missing, body.missing);
  // A name may be reached by a way that only running the template shows.
  const variables = inOrder(templateVariables(subjectTemplate), templateVariables(bodyTemplate), missing);
  return { subject: foldToOneLine(subject.text), body: body.text, variables, missing };
}

const inOrder = (...names: readonly (readonly string[])[]): string[] => [...new Set(names.flat())];
