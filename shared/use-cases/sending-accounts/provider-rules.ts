import type { SendingAccountRequest } from "../../contract/sending-accounts.ts";
import { invalid } from "../../domain/errors.ts";

export interface ProviderRules {
  /** The deployment's setting `httpApiProvider` (D12). */
  readonly isHttpApiEnabled: boolean;
}

export function refuseDisabledProvider({ isHttpApiEnabled }: ProviderRules, { provider }: SendingAccountRequest): void {
  if (provider === "http_api" && !isHttpApiEnabled) throw invalid("provider http_api is not enabled");
}
