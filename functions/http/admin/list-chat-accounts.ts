import { listChatAccounts as contract, toChatAccountView } from "../../../shared/chat/contract/chat-accounts.ts";
import { administrationServices } from "../../../shared/composition/chat-administration.ts";
import { operation } from "../../../shared/edge/operation.ts";

/** Above what a deployment has: a number costs somebody money. */
const MAX_LISTED = 1000;

export const listChatAccounts = operation(
  contract,
  async ({ chatAccounts }) => (await chatAccounts.list({ limit: MAX_LISTED })).map(toChatAccountView),
  administrationServices,
);
