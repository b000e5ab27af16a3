import { httpFunction } from "../../../shared/edge/http-function.ts";
import { accessTokenFrame } from "../../../shared/identity/frame-wiring.ts";
import { createSendingAccount } from "./create-sending-account.ts";
import { deleteSendingAccount } from "./delete-sending-account.ts";
import { getSendingAccount } from "./get-sending-account.ts";
import { listSendingAccounts } from "./list-sending-accounts.ts";
import { replaceSendingAccount } from "./replace-sending-account.ts";

export const handler = httpFunction(accessTokenFrame, [
  listSendingAccounts,
  createSendingAccount,
  getSendingAccount,
  replaceSendingAccount,
  deleteSendingAccount,
]);
