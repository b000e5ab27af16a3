import { operation } from "../../../shared/edge/operation.ts";
import { deleteSendingAccount as contract } from "../../../shared/email/contract/sending-accounts.ts";
import { sendingAccountServices } from "../../../shared/email/sending-accounts-wiring.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";

export const deleteSendingAccount = operation(
  contract,
  async ({ sendingAccounts }, { owner, params }) => {
    if (!(await sendingAccounts.remove(owner, params.id))) throw notFound();
  },
  sendingAccountServices,
);
