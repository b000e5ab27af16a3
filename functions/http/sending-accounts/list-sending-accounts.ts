import { listSendingAccounts as contract, toSendingAccountView } from "../../../shared/contract/sending-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { sendingAccountServices } from "../../../shared/wiring/sending-accounts.ts";

export const listSendingAccounts = operation(
  contract,
  async ({ sendingAccounts }, { owner }) => (await sendingAccounts.list(owner)).map(toSendingAccountView),
  sendingAccountServices,
);
