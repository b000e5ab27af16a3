import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { invalid } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { type SendingAccountRequest, settingsOf } from "./contract/sending-accounts.ts";
import type { SendingAccount } from "./domain/sending-account.ts";
import type { SendingAccountStore } from "./ports.ts";
import { type ProviderRules, refuseBrokenTemplates, refuseDisabledProvider } from "./provider-rules.ts";

export interface CreateSendingAccountDeps extends ProviderRules {
  readonly sendingAccounts: SendingAccountStore;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
}

export async function createSendingAccount(
  deps: CreateSendingAccountDeps,
  owner: string,
  request: SendingAccountRequest,
): Promise<SendingAccount> {
  refuseDisabledProvider(deps, request);
  await refuseBrokenTemplates(deps, request);
  const secret = request.provider === "smtp" ? request.password : request.api_key;
  if (!secret) throw invalid(`${request.provider === "smtp" ? "password" : "api_key"} is required`);

  const id = deps.identifiers.newId();
  const now = new Date(deps.clock.now()).toISOString();
  const account: SendingAccount = {
    owner,
    id,
    label: request.label,
    fromAddress: request.from_address,
    fromName: request.from_name,
    isDefault: false,
    trustedDomains: request.trusted_domains,
    apiAllowedDomains: request.api_allowed_domains,
    settings: settingsOf(request),
    secret: await deps.secretBox.seal(secret, { owner, accountId: id }),
    createdAt: now,
    updatedAt: now,
  };
  return deps.sendingAccounts.create(account, request.is_default === true ? "take" : "keep");
}
