import { createSendingAccount as contract, toSendingAccountView } from "../../../shared/contract/sending-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { createSendingAccount as create } from "../../../shared/use-cases/sending-accounts/create-sending-account.ts";
import { sendingAccountServices } from "../../../shared/wiring/sending-accounts.ts";

export const createSendingAccount = operation(
  contract,
  async (deps, { owner, body }) => toSendingAccountView(await create(deps, owner, body)),
  sendingAccountServices,
);
