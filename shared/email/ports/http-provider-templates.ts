import type { BodyType } from "../domain/mail.ts";

/**
 * The data of `body_template` and `auth_value_template` (R-http-api-data). A type, not an interface: it has to pass for the record of
 * values that a template engine takes.
 */
export type HttpProviderData = {
  readonly To: string;
  readonly CC: readonly string[];
  readonly BCC: readonly string[];
  readonly Subject: string;
  readonly Body: string;
  readonly BodyType: BodyType;
  readonly From: string;
  readonly FromName: string;
  readonly APIKey: string;
};

/** Thrown when a template does not parse, fails while it runs, or goes over a limit. Its message may be shown to the owner. */
export class TemplateRenderError extends Error {
  override readonly name = "TemplateRenderError";
}

export interface HttpProviderTemplates {
  /** The rendered text; the `json` helper is available. Throws TemplateRenderError. */
  render(template: string, data: HttpProviderData): string;
}
