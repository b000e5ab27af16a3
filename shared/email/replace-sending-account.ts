import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { type Expected, refuseOtherRevision, shownRevision } from "../kernel/revision.ts";
import type { Sealed, SecretBox } from "../kernel/secrets/secret-box.ts";
import { CHANGED, lookingAgain } from "../kernel/write-conflict.ts";
import type { ReturnKeyStore } from "../returned-mail/ports.ts";
import { keyedReturnPath } from "../returned-mail/return-tokens.ts";
import { SECRET_FIELD, type SendingAccountRequest } from "./contract/sending-account-request.ts";
import { tooManyAccounts } from "./create-sending-account.ts";
import { isSameServer, type SendingAccount } from "./domain/sending-account.ts";
import type { DefaultChange, SendingAccountStore } from "./ports.ts";
import {
  type ProviderRules,
  refuseBrokenTemplates,
  refuseChatTopic,
  refuseDisabledProvider,
  refuseForeignReturnPath,
  type TopicRule,
} from "./provider-rules.ts";

export interface ReplaceSendingAccountDeps extends ProviderRules, TopicRule {
  readonly sendingAccounts: SendingAccountStore;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly returnKeys: Pick<ReturnKeyStore, "ofOwner">;
}

interface Place {
  readonly owner: Owner;
  readonly id: string;
  /** The store compares this revision with the account that it has. */
  readonly expected?: Expected | undefined;
}

/** A replacement resets every field that the request leaves out, except the secret and `is_default` (D15). */
export async function replaceSendingAccount(
  deps: ReplaceSendingAccountDeps,
  place: Place,
  request: SendingAccountRequest,
): Promise<SendingAccount> {
  refuseDisabledProvider(deps, request.settings);
  refuseChatTopic(deps, request.feedbackTopicArn);
  await refuseBrokenTemplates(deps, request.settings);
  refuseForeignReturnPath(deps, request.returnPath);
  return lookingAgain("a sending account", async () => {
    const replaced = await replacedAsRead(deps, place, request);
    if (replaced === undefined) throw notFound();
    if (replaced === "full") throw tooManyAccounts();
    return replaced === "changed" ? CHANGED : replaced;
  });
}

/** Replaces the account only if its stored secret is still the one that was read, so that an older secret never overwrites a newer one. */
async function replacedAsRead(
  deps: ReplaceSendingAccountDeps,
  { owner, id, expected }: Place,
  { isDefault, secret, returnPath, ...fields }: SendingAccountRequest,
): ReturnType<SendingAccountStore["replace"]> {
  const { sendingAccounts } = deps;
  const stored = await (expected === undefined ? sendingAccounts.find(owner, id) : sendingAccounts.get(owner, id));
  if (stored === undefined) return undefined;
  // The revision is compared first: when the account was replaced meanwhile, the refusal must say this, and not complain of a field.
  refuseOtherRevision(expected, shownRevision(stored));
  const updatedAt = new Date(deps.clock.now()).toISOString();
  const isServerChanged = Boolean(secret) || !isSameServer(stored.settings, fields.settings);
  const account = {
    owner,
    id,
    ...fields,
    returnPath: returnPath ? await keyedReturnPath(deps.returnKeys, owner, returnPath) : undefined,
    isDefault: false,
    secret: await nextSecret(deps, stored, { secret, settings: fields.settings }),
    serverChangedAt: isServerChanged ? updatedAt : stored.serverChangedAt,
    createdAt: stored.createdAt,
    updatedAt,
  };
  const condition = { expected, kept: secret ? undefined : stored.secret };
  return sendingAccounts.replace(account, changeOf(isDefault), condition);
}

/** Seals the given secret. An empty one keeps the stored secret, if that secret was stored for the same provider. */
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
