import type { Clock } from "../kernel/clock.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import type { Sealed, SecretBox } from "../kernel/secret-box.ts";
import { type SendingAccountRequest, settingsOf } from "./contract/sending-accounts.ts";
import type { SendingAccount } from "./domain/sending-account.ts";
import type { DefaultChange, SendingAccountStore } from "./ports.ts";
import { type ProviderRules, refuseBrokenTemplates, refuseDisabledProvider } from "./provider-rules.ts";

export interface ReplaceSendingAccountDeps extends ProviderRules {
  readonly sendingAccounts: SendingAccountStore;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}

/** Not a patch: what the request leaves out is reset, except the secret and, when absent, `is_default` (D15). */
export async function replaceSendingAccount(
  deps: ReplaceSendingAccountDeps,
  { owner, id }: { readonly owner: string; readonly id: string },
  request: SendingAccountRequest,
): Promise<SendingAccount> {
  refuseDisabledProvider(deps, request);
  await refuseBrokenTemplates(deps, request);
  const stored = await deps.sendingAccounts.find(owner, id);
  if (stored === undefined) throw notFound();

  const replaced = await deps.sendingAccounts.replace(
    {
      owner,
      id,
      label: request.label,
      fromAddress: request.from_address,
      fromName: request.from_name,
      isDefault: false,
      trustedDomains: request.trusted_domains,
      apiAllowedDomains: request.api_allowed_domains,
      settings: settingsOf(request),
      secret: await nextSecret(deps, stored, request),
      createdAt: stored.createdAt,
      updatedAt: new Date(deps.clock.now()).toISOString(),
    },
    changeOf(request.is_default),
  );
  if (replaced === undefined) throw notFound();
  return replaced;
}

/** An empty secret keeps the stored one, as long as it was made for the same provider. */
async function nextSecret(
  { secretBox }: Pick<ReplaceSendingAccountDeps, "secretBox">,
  stored: SendingAccount,
  request: SendingAccountRequest,
): Promise<Sealed> {
  const field = request.provider === "smtp" ? "password" : "api_key";
  const secret = request[field];
  if (secret) return secretBox.seal(secret, { owner: stored.owner, accountId: stored.id });
  if (stored.settings.provider !== request.provider) throw invalid(`${field} is required`);
  return stored.secret;
}

function changeOf(isDefault: boolean | undefined): DefaultChange {
  if (isDefault === undefined) return "keep";
  return isDefault ? "take" : "give-up";
}
