import { RenderDeadlineError } from "../../go-template/errors.ts";
import type { ParseTemplate } from "../../go-template/template-cache.ts";
import {
  type Rendered,
  type RenderLimit,
  type Rewrite,
  renderAndName,
  type Template,
  TemplateExecError,
  TemplateParseError,
} from "../../go-template/text-template.ts";
import type { JsonObject } from "../../kernel/json-data.ts";
import { type FieldProblem, invalid, Refusal } from "../../kernel/refusal.ts";
import type { TemplateField } from "./template-fault.ts";

/** The values that a mail brings for its template. */
export interface MailValues {
  readonly variables: Readonly<Record<string, string>>;
  /** Undefined leaves the template with strings alone, as Go's map[string]string; an empty object does not (D51). */
  readonly data?: JsonObject | undefined;
}

/** The message names the field, and the only problem says where the fault is, in Go's words (D54). */
const faulty = (field: TemplateField, fault: string, cause: TemplateParseError | TemplateExecError): Refusal =>
  new Refusal("invalid_request", `${field} ${fault}`, { cause, problems: [{ field, message: cause.told }] });

/** Parses the template of a field, or refuses it with the text of F-messages. The refusal's cause says where the fault is. */
export function parseField(
  parse: ParseTemplate,
  field: TemplateField,
  { text, rewrite }: { readonly text: string; readonly rewrite?: Rewrite | undefined },
): Template {
  try {
    return parse(field, text, rewrite);
  } catch (cause) {
    if (!(cause instanceof TemplateParseError)) throw cause;
    throw faulty(field, "is not a valid template", cause);
  }
}

/** Renders a field, or refuses it when rendering fails or reaches a limit (D18a). */
export function renderField(
  field: TemplateField,
  template: Template,
  { variables, data }: MailValues,
  limit: RenderLimit = {},
): Rendered {
  try {
    return renderAndName(template, variables, { ...limit, json: data });
  } catch (cause) {
    if (!(cause instanceof TemplateExecError)) throw cause;
    throw faulty(field, "could not be rendered", cause);
  }
}

export interface MailTemplate {
  readonly subject: Template;
  readonly body: Template;
}

export interface RenderedMail {
  readonly subject: string;
  readonly body: string;
  /** The first variables that the template printed although the request had no value for them. */
  readonly absent?: readonly string[];
}

type BothFields<Part> = Readonly<Record<TemplateField, Part>>;

/** Acts on the subject, then on the body. The refusal of the first field at fault has the problems of both (D54). */
export function inBothFields<Result>(act: (field: TemplateField) => Result): BothFields<Result> {
  const subject = attempt(() => act("subject"));
  if ("done" in subject) return { subject: subject.done, body: act("body") };
  const { code, message, cause, problems = [] } = subject.refused;
  throw new Refusal(code, message, { cause, problems: [...problems, ...problemsOf(() => act("body"))] });
}

/** A body that takes too long is left out, because the subject is refused in any case. */
function problemsOf(act: () => unknown): readonly FieldProblem[] {
  try {
    const acted = attempt(act);
    return "refused" in acted ? (acted.refused.problems ?? []) : [];
  } catch (error) {
    if (error instanceof RenderDeadlineError) return [];
    throw error;
  }
}

/** A few names are enough to find the place in the template. Long names are cut, because a name may be any text. */
const MAX_ABSENT = { names: 3, characters: 100 };

export function renderMail(template: MailTemplate, values: MailValues, limit?: RenderLimit): RenderedMail {
  const { subject, body } = inBothFields((field) => renderField(field, template[field], values, limit));
  const names = [...new Set([...subject.unfilled, ...body.unfilled])].slice(0, MAX_ABSENT.names);
  const absent = names.map((name) => name.slice(0, MAX_ABSENT.characters).toWellFormed());
  return { subject: subject.text, body: body.text, ...(absent.length > 0 && { absent }) };
}

/** Renders a mail, but refuses missing variables first, because they are often why a field cannot be rendered (D44b). */
export function renderStrictly(template: MailTemplate, values: MailValues, limit?: RenderLimit): RenderedMail {
  const subject = attempt(() => renderField("subject", template.subject, values, limit));
  const body = attempt(() => renderField("body", template.body, values, limit));
  const missing = new Set([...missingIn(subject), ...missingIn(body)]);
  if (missing.size > 0) throw invalid(`missing variables: ${[...missing].join(", ")}`);
  return inBothFields((field) => textOf(field === "subject" ? subject : body));
}

type Attempt<Result> = { readonly done: Result } | { readonly refused: Refusal };

function attempt<Result>(act: () => Result): Attempt<Result> {
  try {
    return { done: act() };
  } catch (refused) {
    if (!(refused instanceof Refusal)) throw refused;
    return { refused };
  }
}

function missingIn(attempt: Attempt<Rendered>): readonly string[] {
  if ("done" in attempt) return attempt.done.missing;
  const { cause } = attempt.refused;
  return cause instanceof TemplateExecError ? cause.missing : [];
}

function textOf(attempt: Attempt<Rendered>): string {
  if ("refused" in attempt) throw attempt.refused;
  return attempt.done.text;
}
