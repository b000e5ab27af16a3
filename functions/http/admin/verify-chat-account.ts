import { verifyChatAccount as contract } from "../../../shared/contract/chat-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { verifyChatAccount as verify } from "../../../shared/use-cases/chat-accounts/verify-chat-account.ts";
import { administrationServices } from "../../../shared/wiring/administration.ts";

export const verifyChatAccount = operation(
  contract,
  async (deps, { params }) => verify(deps, params.id),
  administrationServices,
);
