import { deleteSendingAccount as contract } from "../../../shared/contract/sending-accounts.ts";
import { notFound } from "../../../shared/domain/errors.ts";
import { operation } from "../../../shared/http/operation.ts";
import { sendingAccountServices } from "../../../shared/wiring/sending-accounts.ts";

export const deleteSendingAccount = operation(
  contract,
  async ({ sendingAccounts }, { owner, params }) => {
    if (!(await sendingAccounts.remove(owner, params.id))) throw notFound();
  },
  sendingAccountServices,
);
