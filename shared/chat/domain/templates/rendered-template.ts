import type { ButtonType, HeaderType, TemplateDefinition } from "./chat-template.ts";
import { parametersOf } from "./template-definition.ts";
import type { NamedValues } from "./template-values.ts";

/** A template is shown with its values in place, as the customer sees it. */
export interface RenderedTemplate {
  /** A header with a file has an empty `text`; `link` is the file's address if the sender gave one. */
  readonly header?:
    | { readonly type: HeaderType; readonly text: string; readonly link?: string | undefined }
    | undefined;
  readonly body: string;
  readonly footer?: string | undefined;
  readonly buttons: readonly {
    readonly type: ButtonType;
    readonly text: string;
    /** The page that the button opens, or the phone number that it calls. */
    readonly target?: string | undefined;
  }[];
}

/** A variable without a value stays as it stands in the definition. */
const fill = (text: string, valueIn: (variable: string) => string | undefined): string =>
  text.replace(/\{\{([^{}]*)\}\}/g, (whole, variable: string) => valueIn(variable) ?? whole);

export function renderTemplate(definition: TemplateDefinition, values: NamedValues): RenderedTemplate {
  const parameters = parametersOf(definition);
  const valueAt = (component: string, position: number): string | undefined => {
    const name = parameters.find((one) => one.component === component && one.position === position)?.name;
    return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
  };
  const { header, body, footer, buttons = [] } = definition;
  return {
    ...(header && {
      header: {
        type: header.type,
        text: fill(header.text ?? "", () => valueAt("header", 1)),
        ...(header.type !== "text" && { link: valueAt("header", 1) }),
      },
    }),
    body: fill(body.text, (variable) => valueAt("body", Number(variable))),
    ...(footer && { footer: footer.text }),
    buttons: buttons.map(({ type, text, url, phone }, index) => ({
      type,
      text,
      target: url === undefined ? phone : fill(url, () => valueAt("button", index + 1)),
    })),
  };
}
