import {
  type Rendered,
  renderAndName,
  type Template,
  TemplateExecError,
  TemplateParseError,
} from "../../go-template/go-template.ts";
import type { ParseTemplate } from "../../go-template/template-cache.ts";
import { Refusal } from "../../kernel/refusal.ts";

export type TemplateField = "subject" | "body";
export type Variables = Readonly<Record<string, string>>;

/** The parsed template of a field; refused in the words of F-messages when it does not parse. The cause says where. */
export function parseField(parse: ParseTemplate, field: TemplateField, text: string): Template {
  try {
    return parse(field, text);
  } catch (cause) {
    if (!(cause instanceof TemplateParseError)) throw cause;
    throw new Refusal("invalid_request", `${field} is not a valid template`, { cause });
  }
}

/** The rendered field; refused when it fails while it runs, a limit included (D18a). */
export function renderField(field: TemplateField, template: Template, variables: Variables): Rendered {
  try {
    return renderAndName(template, variables);
  } catch (cause) {
    if (!(cause instanceof TemplateExecError)) throw cause;
    throw new Refusal("invalid_request", `${field} could not be rendered`, { cause });
  }
}
