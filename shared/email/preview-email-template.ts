import type { ParseTemplate } from "../go-template/template-cache.ts";
import { shownWhole } from "../kernel/answer-size.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { PreviewRequest } from "./contract/template-preview.ts";
import { foldToOneLine } from "./domain/compose-mail.ts";
import { htmlToText } from "./domain/html-to-text.ts";
import type { TemplateFault } from "./domain/template-fault.ts";
import { mailTemplateFields } from "./parse-mail-template.ts";
import { type PreviewedField, previewField } from "./preview-field.ts";

export interface PreviewEmailTemplateDeps {
  readonly parseTemplate: ParseTemplate;
}

export interface Preview {
  readonly subject: string;
  readonly body: string;
  /** The plain part of an html body, for mail clients without HTML; only when it was asked for. */
  readonly text?: string;
  readonly variables: string[];
  readonly missing: string[];
  /** The variables that the mail shows as `<no value>`; only when they were asked for. */
  readonly unfilled?: string[];
  readonly warnings?: string[];
  /** The faults of fields that are shown unrendered; only when faults were asked for. */
  readonly faults?: TemplateFault[];
}

const EXPONENT =
  'a number is printed with an exponent, as 1000000 is printed as 1e+06: printf "%.0f" prints it in digits';
const UNESCAPED =
  "the body prints variables into HTML as they are: with escape html they cannot break out of their place";

/**
 * Renders a preview. Unlike a refused send, a refusal says where the template is wrong, because the caller is editing the text.
 * @throws Refusal `invalid_request`, also when the preview is too large for an answer
 */
export async function previewEmailTemplate(
  { parseTemplate }: PreviewEmailTemplateDeps,
  request: PreviewRequest,
): Promise<Preview> {
  const parsers = await mailTemplateFields(parseTemplate, request);
  const subject = previewField(request, "subject", parsers.subject);
  const body = previewField(request, "body", parsers.body);
  if (!request.areFaultsAsked) refuseFaults([subject, body]);
  // Some variables are found missing only when the template runs.
  const missing = inOrder(subject.missing, body.missing);
  const variables = inOrder(subject.variables, body.variables, missing.filter(isVariable));
  const warnings = warningsOf(request, subject, body);
  const preview = {
    subject: foldToOneLine(subject.text),
    body: body.text,
    variables,
    missing,
    ...(request.isUnfilledAsked && { unfilled: inOrder(subject.unfilled, body.unfilled) }),
    ...(request.isTextAsked && request.bodyType === "html" && { text: htmlToText(body.text) }),
    ...(warnings.length > 0 && { warnings }),
    ...(request.areFaultsAsked && { faults: [subject, body].flatMap(({ fault }) => fault?.shown ?? []) }),
  };
  return shownWhole(preview, "preview");
}

/** Tells a variable from a path into one, which a name in a template cannot look like. */
const isVariable = (missing: string): boolean => !/[.[]/.test(missing);

function warningsOf(request: PreviewRequest, subject: PreviewedField, body: PreviewedField): string[] {
  const isUnescaped = request.bodyType === "html" && request.escaping !== "html" && body.variables.length > 0;
  const hasExponent = request.data !== undefined && (subject.hasExponent || body.hasExponent);
  return [...(isUnescaped ? [UNESCAPED] : []), ...(hasExponent ? [EXPONENT] : [])];
}

/** Faults of parsing come before faults of rendering, in the order in which sends refuse them. `errors` has both fields. */
function refuseFaults(fields: readonly PreviewedField[]): void {
  const faults = fields.flatMap(({ fault }) => fault ?? []);
  const first = faults.find(({ shown }) => shown.during === "parse") ?? faults[0];
  if (first === undefined) return;
  const { code, message, cause } = first.refusal;
  const problems = faults.flatMap(({ refusal }) => refusal.problems ?? []);
  throw new Refusal(code, message, { cause, detail: first.shown.detail, problems });
}

const inOrder = (...names: readonly (readonly string[])[]): string[] => [...new Set(names.flat())];
