import { operation } from "../../../shared/edge/operation.ts";
import {
  replaceSendingAccount as contract,
  toSendingAccountView,
} from "../../../shared/email/contract/sending-accounts.ts";
import { replaceSendingAccount as replace } from "../../../shared/email/replace-sending-account.ts";
import { sendingAccountServices } from "../../../shared/email/sending-accounts-wiring.ts";

export const replaceSendingAccount = operation(
  contract,
  async (deps, { owner, params, body }) => toSendingAccountView(await replace(deps, { owner, id: params.id }, body)),
  sendingAccountServices,
);
