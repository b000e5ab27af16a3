import { getChatAccount as contract, toChatAccountView } from "../../../shared/chat/contract/chat-accounts.ts";
import { administrationServices } from "../../../shared/composition/chat-administration.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";

export const getChatAccount = operation(
  contract,
  async ({ chatAccounts }, { params }) => {
    const account = await chatAccounts.get(params.id);
    if (account === undefined) throw notFound();
    return toChatAccountView(account);
  },
  administrationServices,
);
