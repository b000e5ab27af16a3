import { operation } from "../../../shared/edge/operation.ts";
import {
  getSendingAccount as contract,
  toSendingAccountView,
} from "../../../shared/email/contract/sending-accounts.ts";
import { sendingAccountServices } from "../../../shared/email/sending-accounts-wiring.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";

export const getSendingAccount = operation(
  contract,
  async ({ sendingAccounts }, { owner, params }) => {
    const account = await sendingAccounts.get(owner, params.id);
    if (account === undefined) throw notFound();
    return toSendingAccountView(account);
  },
  sendingAccountServices,
);
