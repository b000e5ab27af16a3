import { templateVariables } from "../go-template/template-variables.ts";
import { type Template, TemplateExecError } from "../go-template/text-template.ts";
import { Refusal } from "../kernel/refusal.ts";
import { type MailValues, renderField } from "./domain/render-email.ts";
import type { TemplateFault, TemplateField } from "./domain/template-fault.ts";

/** A rendered field, or its unrendered text when the field has a fault. */
export interface PreviewedField {
  readonly text: string;
  readonly variables: readonly string[];
  readonly missing: readonly string[];
  readonly unfilled: readonly string[];
  readonly hasExponent: boolean;
  readonly fault?: { readonly shown: TemplateFault; readonly refusal: Refusal };
}

type FieldTexts = Readonly<Record<TemplateField, string>> & MailValues;

/** Parses and renders a field. When one of them fails, returns the fault with the text and the variables that are known by then. */
export function previewField(request: FieldTexts, field: TemplateField, parse: () => Template): PreviewedField {
  const asWritten = { text: request[field], variables: [], missing: [], unfilled: [], hasExponent: false };
  const parsed = attempt(parse);
  if (parsed instanceof Refusal) return { ...asWritten, fault: faultOf(parsed, field, "parse") };
  const variables = templateVariables(parsed);
  const rendered = attempt(() => renderField(field, parsed, request));
  if (!(rendered instanceof Refusal)) return { ...rendered, variables };
  const missing = rendered.cause instanceof TemplateExecError ? rendered.cause.missing : [];
  return { ...asWritten, variables, missing, fault: faultOf(rendered, field, "render") };
}

function attempt<T>(act: () => T): T | Refusal {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal && error.cause instanceof Error) return error;
    throw error;
  }
}

function faultOf(refusal: Refusal, field: TemplateField, during: TemplateFault["during"]) {
  const detail = refusal.cause instanceof Error ? refusal.cause.message : refusal.message;
  return { refusal, shown: { field, during, detail } };
}
