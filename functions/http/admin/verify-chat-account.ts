import { verifyChatAccount as verify } from "../../../shared/chat/accounts/verify-chat-account.ts";
import { verifyChatAccount as contract } from "../../../shared/chat/contract/chat-accounts.ts";
import { administrationServices } from "../../../shared/composition/chat-administration.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const verifyChatAccount = operation(
  contract,
  async (deps, { params }) => verify(deps, params.id),
  administrationServices,
);
