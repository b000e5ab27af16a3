import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { SECRET_FIELD, type SendingAccountRequest } from "./contract/sending-account-request.ts";
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
  owner: Owner,
  { isDefault, secret, ...fields }: SendingAccountRequest,
): Promise<SendingAccount> {
  refuseDisabledProvider(deps, fields.settings);
  await refuseBrokenTemplates(deps, fields.settings);
  if (!secret) throw invalid(`${SECRET_FIELD[fields.settings.provider]} is required`);

  const id = deps.identifiers.newId();
  const now = new Date(deps.clock.now()).toISOString();
  const account: SendingAccount = {
    owner,
    id,
    ...fields,
    isDefault: false,
    secret: await deps.secretBox.seal(secret, { owner, accountId: id }),
    createdAt: now,
    updatedAt: now,
  };
  return deps.sendingAccounts.create(account, isDefault === true ? "take" : "keep");
}
