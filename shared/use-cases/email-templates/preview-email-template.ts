import type { PreviewRequest } from "../../contract/email-templates.ts";
import { Refusal } from "../../domain/errors.ts";
import { type Template, templateVariables } from "../../domain/go-template/go-template.ts";
import { foldToOneLine } from "../../domain/one-line.ts";
import { parseField, renderField, type Variables } from "../../domain/render-email.ts";
import type { ParseTemplate } from "../../domain/template-cache.ts";
import type { Clock } from "../../ports/clock.ts";

/** What Go's engine prints for a name that the data does not have. */
const NO_VALUE = "<no value>";
/** For finding out which names are to blame; past it, every absent name of the template is named. */
const SEARCH_BUDGET_MS = 300;

export interface PreviewEmailTemplateDeps {
  readonly parseTemplate: ParseTemplate;
  readonly clock: Clock;
}

export interface Preview {
  readonly subject: string;
  readonly body: string;
  readonly variables: string[];
  readonly missing: string[];
}

interface Parsed {
  readonly subject: Template;
  readonly body: Template;
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
  const parsed: Parsed = {
    subject: parseField(deps.parseTemplate, "subject", request.subject),
    body: parseField(deps.parseTemplate, "body", request.body),
  };
  const rendered = renderBoth(parsed, request.variables);
  const variables = [...new Set([...templateVariables(parsed.subject), ...templateVariables(parsed.body)])];
  const absent = variables.filter((name) => !Object.hasOwn(request.variables, name));
  return { ...rendered, variables, missing: missingIn(deps, { parsed, data: request.variables, absent, rendered }) };
}

function renderBoth({ subject, body }: Parsed, data: Variables): { subject: string; body: string } {
  const oneLine = foldToOneLine(renderField("subject", subject, data));
  return { subject: oneLine, body: renderField("body", body, data) };
}

const countNoValue = ({ subject, body }: { subject: string; body: string }): number =>
  subject.split(NO_VALUE).length + body.split(NO_VALUE).length;

interface MissingSearch {
  readonly parsed: Parsed;
  readonly data: Variables;
  readonly absent: readonly string[];
  readonly rendered: { readonly subject: string; readonly body: string };
}

/** A name is to blame when giving it a value makes a `<no value>` go away: `{{if .name}}` alone shows nothing. */
function missingIn({ clock }: PreviewEmailTemplateDeps, { parsed, data, absent, rendered }: MissingSearch): string[] {
  const shown = countNoValue(rendered);
  if (shown === countNoValue({ subject: "", body: "" })) return [];
  const until = clock.now() + SEARCH_BUDGET_MS;
  return absent.filter((name) => clock.now() > until || countNoValue(renderWith(parsed, data, name)) < shown);
}

/** A value may lead the template into a failure that its absence did not; such a name is not to blame. */
function renderWith(parsed: Parsed, data: Variables, name: string): { subject: string; body: string } {
  try {
    return renderBoth(parsed, { ...data, [name]: "" });
  } catch {
    return { subject: NO_VALUE.repeat(2), body: NO_VALUE.repeat(2) };
  }
}
