import { httpFunction } from "../../../shared/edge/http-function.ts";
import { accessTokenFrame } from "../../../shared/identity/frame-wiring.ts";
import { createChatAccount } from "./create-chat-account.ts";
import { deleteChatAccount } from "./delete-chat-account.ts";
import { getChatAccount } from "./get-chat-account.ts";
import { listChatAccounts } from "./list-chat-accounts.ts";
import { replaceChatAccount } from "./replace-chat-account.ts";
import { verifyChatAccount } from "./verify-chat-account.ts";

export const handler = httpFunction(accessTokenFrame, [
  listChatAccounts,
  createChatAccount,
  getChatAccount,
  replaceChatAccount,
  deleteChatAccount,
  verifyChatAccount,
]);
