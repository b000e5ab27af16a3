import { replaceChatAccount as contract, toChatAccountView } from "../../../shared/contract/chat-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { replaceChatAccount as replace } from "../../../shared/use-cases/chat-accounts/save-chat-account.ts";
import { administrationServices } from "../../../shared/wiring/administration.ts";

export const replaceChatAccount = operation(
  contract,
  async (deps, { params, body }) => toChatAccountView(await replace(deps, params.id, body)),
  administrationServices,
);
