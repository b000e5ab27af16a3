import { httpProviderDialect, parseText, render, TemplateParseError } from "../../go-template/text-template.ts";
import { type HttpProviderTemplates, TemplateRenderError } from "../ports.ts";

/** The provider's templates are Go templates with the `json` helper. */
export const goProviderTemplates: HttpProviderTemplates = {
  render(template, data) {
    try {
      return render(parseText(template, httpProviderDialect), data);
    } catch (cause) {
      throw new TemplateRenderError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  },
};

/** Returns where and why a text does not parse (D54); undefined when it does. */
export function faultOfProviderTemplate(text: string): string | undefined {
  try {
    parseText(text, httpProviderDialect);
    return undefined;
  } catch (error) {
    if (error instanceof TemplateParseError) return error.told;
    throw error;
  }
}
