import { deleteChatAccount as contract } from "../../../shared/contract/chat-accounts.ts";
import { notFound } from "../../../shared/domain/errors.ts";
import { operation } from "../../../shared/http/operation.ts";
import { administrationServices } from "../../../shared/wiring/administration.ts";

export const deleteChatAccount = operation(
  contract,
  async ({ chatAccounts }, { params }) => {
    if (!(await chatAccounts.remove(params.id))) throw notFound();
  },
  administrationServices,
);
