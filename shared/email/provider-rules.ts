import { invalid } from "../kernel/refusal.ts";
import type { SendingAccount } from "./domain/sending-account.ts";

type Settings = SendingAccount["settings"];

export interface ProviderRules {
  /** True when the deployment has switched `httpApiProvider` on (D12). */
  readonly isHttpApiEnabled: boolean;
  /** True when the text parses as a template of the HTTP provider. */
  readonly isProviderTemplate: (text: string) => Promise<boolean>;
}

export function refuseDisabledProvider({ isHttpApiEnabled }: ProviderRules, { provider }: Settings): void {
  if (provider === "http_api" && !isHttpApiEnabled) throw invalid("provider http_api is not enabled");
}

/** Refuses an account whose templates for the HTTP provider do not parse, when the account is saved (P-http-api). */
export async function refuseBrokenTemplates({ isProviderTemplate }: ProviderRules, settings: Settings): Promise<void> {
  if (settings.provider !== "http_api") return;
  const { bodyTemplate: body_template, authValueTemplate: auth_value_template = "" } = settings;
  for (const [field, text] of Object.entries({ body_template, auth_value_template }))
    if (!(await isProviderTemplate(text))) throw invalid(`${field} is not a valid template`);
}
