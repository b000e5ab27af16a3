import { httpProviderDialect, parse, render, TemplateParseError } from "../../go-template/go-template.ts";
import { type HttpProviderTemplates, TemplateRenderError } from "../ports.ts";

/** The provider's templates are Go templates with the `json` helper. */
export const goProviderTemplates: HttpProviderTemplates = {
  render(template, data) {
    try {
      return render(parse(template, httpProviderDialect), data);
    } catch (cause) {
      throw new TemplateRenderError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
  },
};

export function isProviderTemplate(text: string): boolean {
  try {
    parse(text, httpProviderDialect);
    return true;
  } catch (error) {
    if (error instanceof TemplateParseError) return false;
    throw error;
  }
}
