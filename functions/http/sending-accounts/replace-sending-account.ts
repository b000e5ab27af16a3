import { replaceSendingAccount as contract, toSendingAccountView } from "../../../shared/contract/sending-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { replaceSendingAccount as replace } from "../../../shared/use-cases/sending-accounts/replace-sending-account.ts";
import { sendingAccountServices } from "../../../shared/wiring/sending-accounts.ts";

export const replaceSendingAccount = operation(
  contract,
  async (deps, { owner, params, body }) => toSendingAccountView(await replace(deps, { owner, id: params.id }, body)),
  sendingAccountServices,
);
