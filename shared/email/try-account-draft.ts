import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import { SECRET_FIELD, type SendingAccountRequest } from "./contract/sending-account-request.ts";
import type { SendingAccount } from "./domain/sending-account.ts";
import {
  type ProviderRules,
  refuseBrokenTemplates,
  refuseDisabledProvider,
  refuseForeignReturnPath,
} from "./provider-rules.ts";
import { sendTrial, type Trial, type TrialOf, type TrySendingAccountDeps } from "./try-sending-account.ts";

export interface AccountDraft {
  readonly account: SendingAccountRequest;
  /** The secret of this stored account is used when the draft has none. */
  readonly storedId?: string | undefined;
}

type Settings = SendingAccount["settings"];

/** The account is a part of the request. */
const WITHIN = "account.";

/** Sends one mail with settings that are not saved. The settings and their secret are forgotten after the answer. */
export async function tryAccountDraft(
  deps: TrySendingAccountDeps & ProviderRules,
  { owner, draft, mailId }: Pick<TrialOf, "owner" | "mailId"> & { readonly draft: AccountDraft },
  askedRecipient: string | undefined,
): Promise<Trial> {
  const { label, fromAddress, fromName, settings } = draft.account;
  refuseDisabledProvider(deps, settings);
  await refuseBrokenTemplates(deps, settings, WITHIN);
  refuseForeignReturnPath(deps, draft.account.returnPath, WITHIN);
  const secret = draft.account.secret || (await storedSecret(deps, owner, draft));
  // The draft has an id of its own, because a saved account may hold a connection open that has other credentials.
  const account = { owner, id: deps.identifiers.newId(), label, fromAddress, fromName, settings };
  return sendTrial(deps, { account, secret, mailId }, askedRecipient);
}

/** The stored secret goes only to the server that it was stored for. */
async function storedSecret(
  { sendingAccounts, secretBox }: Pick<TrySendingAccountDeps, "sendingAccounts" | "secretBox">,
  owner: Owner,
  { account: { settings }, storedId }: AccountDraft,
): Promise<string> {
  const field = SECRET_FIELD[settings.provider];
  if (storedId === undefined) throw invalid(`${field} is required`);
  const stored = await sendingAccounts.find(owner, storedId);
  if (stored === undefined) throw notFound();
  if (placeOf(stored.settings) !== placeOf(settings))
    throw invalid(`${field} is required: the stored one is for another server`);
  return secretBox.open(stored.secret, { owner, accountId: stored.id });
}

/** Returns the place to which a secret is sent. Encryption is part of the place, because without it others on the way can read the secret. */
const placeOf = (settings: Settings): string =>
  settings.provider === "smtp"
    ? `smtp ${settings.host.toLowerCase()} ${settings.encryption === "none" ? "open" : "encrypted"}`
    : `http_api ${new URL(settings.endpoint).origin}`;
