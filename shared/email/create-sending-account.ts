import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import type { ReturnKeyStore } from "../returned-mail/ports.ts";
import { keyedReturnPath } from "../returned-mail/return-tokens.ts";
import { SECRET_FIELD, type SendingAccountRequest } from "./contract/sending-account-request.ts";
import { type AccountWrite, MOST_ACCOUNTS, type SendingAccount } from "./domain/sending-account.ts";
import type { SendingAccountStore } from "./ports.ts";
import {
  type ProviderRules,
  refuseBrokenTemplates,
  refuseChatTopic,
  refuseDisabledProvider,
  refuseForeignReturnPath,
  type TopicRule,
} from "./provider-rules.ts";

export interface CreateSendingAccountDeps extends ProviderRules, TopicRule {
  readonly sendingAccounts: SendingAccountStore;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly returnKeys: Pick<ReturnKeyStore, "ofOwner">;
}

export const tooManyAccounts = (): Refusal =>
  new Refusal(
    "limit_reached",
    `sending accounts may be at most ${MOST_ACCOUNTS.count}, and 6 MB in all: delete or shorten one`,
  );

/** @throws Refusal `limit_reached` */
export async function createSendingAccount(
  deps: CreateSendingAccountDeps,
  owner: Owner,
  { isDefault, secret, returnPath, ...fields }: SendingAccountRequest,
  id = deps.identifiers.newId(),
): Promise<SendingAccount> {
  refuseDisabledProvider(deps, fields.settings);
  refuseChatTopic(deps, fields.feedbackTopicArn);
  await refuseBrokenTemplates(deps, fields.settings);
  refuseForeignReturnPath(deps, returnPath);
  if (!secret) throw invalid(`${SECRET_FIELD[fields.settings.provider]} is required`);

  const now = new Date(deps.clock.now()).toISOString();
  const account: AccountWrite = {
    owner,
    id,
    ...fields,
    returnPath: returnPath ? await keyedReturnPath(deps.returnKeys, owner, returnPath) : undefined,
    isDefault: false,
    secret: await deps.secretBox.seal(secret, { owner, accountId: id }),
    createdAt: now,
    updatedAt: now,
  };
  const created = await deps.sendingAccounts.create(account, isDefault === true ? "take" : "keep");
  if (created === "full") throw tooManyAccounts();
  return created;
}
