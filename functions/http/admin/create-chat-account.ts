import { createChatAccount as contract, toChatAccountView } from "../../../shared/contract/chat-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { createChatAccount as create } from "../../../shared/use-cases/chat-accounts/save-chat-account.ts";
import { administrationServices } from "../../../shared/wiring/administration.ts";

export const createChatAccount = operation(
  contract,
  async (deps, { body }) => toChatAccountView(await create(deps, body)),
  administrationServices,
);
