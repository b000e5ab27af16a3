import { listChatAccounts as contract, toChatAccountView } from "../../../shared/contract/chat-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { administrationServices } from "../../../shared/wiring/administration.ts";

/** Above what a deployment has: a number costs somebody money. */
const MAX_LISTED = 1000;

export const listChatAccounts = operation(
  contract,
  async ({ chatAccounts }) => (await chatAccounts.list({ limit: MAX_LISTED })).map(toChatAccountView),
  administrationServices,
);
