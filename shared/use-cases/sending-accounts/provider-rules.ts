import type { SendingAccountRequest } from "../../contract/sending-accounts.ts";
import { invalid, Refusal } from "../../domain/errors.ts";
import { httpProviderDialect, httpProviderDialect, parse, parse, TemplateParseError } from "../../domain/go-template/go-template.ts";

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
  } catch {
    return false;
  }
}

/** The specification: `body_template` and `auth_value_template` are parsed when saved. */
export function refuseInvalidTemplates(request: SendingAccountRequest): void {
  if (request.provider !== "http_api") return;
  for (const field of ["body_template", "auth_value_template"] as const) refuseInvalid(field, request[field] ?? "");
}

function refuseInvalid(field: string, text: string): void {
  try {
    parse(text, httpProviderDialect, { name: field });
  } catch (cause) {
    if (!(cause instanceof TemplateParseError)) throw cause;
    throw new Refusal("invalid_request", `${field} is not a valid template`, { cause });
  }
}
