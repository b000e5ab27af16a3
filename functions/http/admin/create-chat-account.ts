import { createChatAccount as create } from "../../../shared/chat/accounts/save-chat-account.ts";
import { createChatAccount as contract, toChatAccountView } from "../../../shared/chat/contract/chat-accounts.ts";
import { administrationServices } from "../../../shared/composition/chat-administration.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const createChatAccount = operation(
  contract,
  async (deps, { body }) => toChatAccountView(await create(deps, body)),
  administrationServices,
);
