import { operation } from "../../../shared/edge/operation.ts";
import {
  createSendingAccount as contract,
  toSendingAccountView,
} from "../../../shared/email/contract/sending-accounts.ts";
import { createSendingAccount as create } from "../../../shared/email/create-sending-account.ts";
import { sendingAccountServices } from "../../../shared/email/sending-accounts-wiring.ts";

export const createSendingAccount = operation(
  contract,
  async (deps, { owner, body }) => toSendingAccountView(await create(deps, owner, body)),
  sendingAccountServices,
);
