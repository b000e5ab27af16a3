import { getSendingAccount as contract, toSendingAccountView } from "../../../shared/contract/sending-accounts.ts";
import { notFound } from "../../../shared/domain/errors.ts";
import { operation } from "../../../shared/http/operation.ts";
import { sendingAccountServices } from "../../../shared/wiring/sending-accounts.ts";

export const getSendingAccount = operation(
  contract,
  async ({ sendingAccounts }, { owner, params }) => {
    const account = await sendingAccounts.get(owner, params.id);
    if (account === undefined) throw notFound();
    return toSendingAccountView(account);
  },
  sendingAccountServices,
);
