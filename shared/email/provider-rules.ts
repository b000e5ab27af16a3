import { invalid } from "../kernel/refusal.ts";
import type { SendingAccount } from "./domain/sending-account.ts";

type Settings = SendingAccount["settings"];

export interface ProviderRules {
  /** The deployment sets it with `httpApiProvider` (D12). */
  readonly isHttpApiEnabled: boolean;
  /** True when the text parses as a template of the HTTP provider. */
  readonly isProviderTemplate: (text: string) => Promise<boolean>;
}

export function refuseDisabledProvider({ isHttpApiEnabled }: ProviderRules, { provider }: Settings): void {
  if (provider === "http_api" && !isHttpApiEnabled) throw invalid("provider http_api is not enabled");
}

/** The provider's templates are parsed when an account is saved (P-http-api). */
export async function refuseBrokenTemplates({ isProviderTemplate }: ProviderRules, settings: Settings): Promise<void> {
  if (settings.provider !== "http_api") return;
  const { bodyTemplate: body_template, authValueTemplate: auth_value_template = "" } = settings;
  for (const [field, text] of Object.entries({ body_template, auth_value_template }))
    if (!(await isProviderTemplate(text))) throw invalid(`${field} is not a valid template`);
}
