import { getChatAccount as contract, toChatAccountView } from "../../../shared/contract/chat-accounts.ts";
import { notFound } from "../../../shared/domain/errors.ts";
import { operation } from "../../../shared/http/operation.ts";
import { administrationServices } from "../../../shared/wiring/administration.ts";

export const getChatAccount = operation(
  contract,
  async ({ chatAccounts }, { params }) => {
    const account = await chatAccounts.get(params.id);
    if (account === undefined) throw notFound();
    return toChatAccountView(account);
  },
  administrationServices,
);
