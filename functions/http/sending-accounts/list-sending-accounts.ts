import { operation } from "../../../shared/edge/operation.ts";
import {
  listSendingAccounts as contract,
  toSendingAccountView,
} from "../../../shared/email/contract/sending-accounts.ts";
import { sendingAccountServices } from "../../../shared/email/sending-accounts-wiring.ts";

export const listSendingAccounts = operation(
  contract,
  async ({ sendingAccounts }, { owner }) => (await sendingAccounts.list(owner)).map(toSendingAccountView),
  sendingAccountServices,
);
