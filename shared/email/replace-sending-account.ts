import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import type { Sealed, SecretBox } from "../kernel/secrets/secret-box.ts";
import { SECRET_FIELD, type SendingAccountRequest } from "./contract/sending-account-request.ts";
import { tooManyAccounts } from "./create-sending-account.ts";
import { isSameServer, type SendingAccount } from "./domain/sending-account.ts";
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
  { owner, id }: { readonly owner: Owner; readonly id: string },
  { isDefault, secret, ...fields }: SendingAccountRequest,
): Promise<SendingAccount> {
  refuseDisabledProvider(deps, fields.settings);
  await refuseBrokenTemplates(deps, fields.settings);
  const stored = await deps.sendingAccounts.find(owner, id);
  if (stored === undefined) throw notFound();

  const updatedAt = new Date(deps.clock.now()).toISOString();
  const isServerChanged = Boolean(secret) || !isSameServer(stored.settings, fields.settings);
  const replaced = await deps.sendingAccounts.replace(
    {
      owner,
      id,
      ...fields,
      isDefault: false,
      secret: await nextSecret(deps, stored, { secret, settings: fields.settings }),
      serverChangedAt: isServerChanged ? updatedAt : stored.serverChangedAt,
      createdAt: stored.createdAt,
      updatedAt,
    },
    changeOf(isDefault),
  );
  if (replaced === undefined) throw notFound();
  if (replaced === "full") throw tooManyAccounts();
  return replaced;
}

/** An empty secret keeps the stored one, as long as it was made for the same provider. */
async function nextSecret(
  { secretBox }: Pick<ReplaceSendingAccountDeps, "secretBox">,
  stored: SendingAccount,
  { secret, settings: { provider } }: Pick<SendingAccountRequest, "secret" | "settings">,
): Promise<Sealed> {
  if (secret) return secretBox.seal(secret, { owner: stored.owner, accountId: stored.id });
  if (stored.settings.provider !== provider) throw invalid(`${SECRET_FIELD[provider]} is required`);
  return stored.secret;
}

function changeOf(isDefault: boolean | undefined): DefaultChange {
  if (isDefault === undefined) return "keep";
  return isDefault ? "take" : "give-up";
}
