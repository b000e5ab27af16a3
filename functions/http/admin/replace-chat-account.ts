import { replaceChatAccount as replace } from "../../../shared/chat/accounts/save-chat-account.ts";
import { replaceChatAccount as contract, toChatAccountView } from "../../../shared/chat/contract/chat-accounts.ts";
import { administrationServices } from "../../../shared/composition/chat-administration.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const replaceChatAccount = operation(
  contract,
  async (deps, { params, body }) => toChatAccountView(await replace(deps, params.id, body)),
  administrationServices,
);
