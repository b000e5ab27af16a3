import { deleteChatAccount as contract } from "../../../shared/chat/contract/chat-accounts.ts";
import { administrationServices } from "../../../shared/composition/chat-administration.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";

export const deleteChatAccount = operation(
  contract,
  async ({ chatAccounts }, { params }) => {
    if (!(await chatAccounts.remove(params.id))) throw notFound();
  },
  administrationServices,
);
