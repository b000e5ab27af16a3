import { invalid } from "../kernel/refusal.ts";
import type { SendingAccountRequest } from "./contract/sending-accounts.ts";

export interface ProviderRules {
  /** The deployment's setting `httpApiProvider` (D12). */
  readonly isHttpApiEnabled: boolean;
  /** Whether a text parses as a template of the HTTP provider. */
  readonly isProviderTemplate: (text: string) => Promise<boolean>;
}

export function refuseDisabledProvider({ isHttpApiEnabled }: ProviderRules, { provider }: SendingAccountRequest): void {
  if (provider === "http_api" && !isHttpApiEnabled) throw invalid("provider http_api is not enabled");
}

/** The provider's templates are parsed when saved (P-http-api). */
export async function refuseBrokenTemplates(
  { isProviderTemplate }: ProviderRules,
  request: SendingAccountRequest,
): Promise<void> {
  if (request.provider !== "http_api") return;
  for (const field of ["body_template", "auth_value_template"] as const)
    if (!(await isProviderTemplate(request[field] ?? ""))) throw invalid(`${field} is not a valid template`);
}
