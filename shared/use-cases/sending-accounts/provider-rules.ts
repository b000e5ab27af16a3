import type { SendingAccountRequest } from "../../contract/sending-accounts.ts";
import { invalid } from "../../domain/errors.ts";
import { httpProviderDialect, parse, TemplateParseError } from "../../domain/go-template/go-template.ts";

export interface ProviderRules {
  /** The deployment's setting `httpApiProvider` (D12). */
  readonly isHttpApiEnabled: boolean;
}

export function refuseDisabledProvider({ isHttpApiEnabled }: ProviderRules, { provider }: SendingAccountRequest): void {
  if (provider === "http_api" && !isHttpApiEnabled) throw invalid("provider http_api is not enabled");
}

/** The provider's templates are parsed when saved (specification, Sending accounts). */
export function refuseBrokenTemplates(request: SendingAccountRequest): void {
  if (request.provider !== "http_api") return;
  for (const field of ["body_template", "auth_value_template"] as const)
    if (!isTemplate(request[field] ?? "")) throw invalid(`${field} is not a valid template`);
}

function isTemplate(text: string): boolean {
  try {
    parse(text, httpProviderDialect);
    return true;
  } catch (error) {
    if (error instanceof TemplateParseError) return false;
    throw error;
  }
}
