import type { ButtonType, TemplateDefinition } from "./chat-template.ts";
import type { ApprovedComponents } from "./template-values.ts";

/** A template with its values in place, as the customer reads it. */
export interface RenderedTemplate {
  /** Text, or the address of a file. */
  readonly header?: string | undefined;
  readonly body: string;
  readonly footer?: string | undefined;
  readonly buttons: readonly {
    readonly type: ButtonType;
    readonly text: string;
    readonly target?: string | undefined;
  }[];
}

const VARIABLE = /\{\{(\d+)\}\}/g;

/** A value that is missing leaves its variable to be seen: the template may have changed since. */
const filled = (text: string, values: readonly (string | undefined)[]): string =>
  text.replace(VARIABLE, (variable, number: string) => values[Number(number) - 1] ?? variable);

export function renderedTemplate(
  { header, body, footer, buttons = [] }: TemplateDefinition,
  components: ApprovedComponents,
): RenderedTemplate {
  const value = components.header;
  const headerValue = value && ("text" in value ? value.text : value.link);
  return {
    header: header?.text === undefined ? headerValue : filled(header.text, [headerValue]),
    body: filled(body.text, components.body),
    footer: footer?.text,
    buttons: buttons.map(({ type, text, url, phone }, index) => {
      const suffix = components.buttons.find((one) => one.index === index)?.text;
      return { type, text, target: url === undefined ? phone : filled(url, [suffix]) };
    }),
  };
}
