import { listOwnChatAccounts as contract, toOwnChatAccountView } from "../../../shared/contract/chat-accounts.ts";
import { operation } from "../../../shared/http/operation.ts";
import { chatTemplateServices } from "../../../shared/wiring/chat-templates.ts";

export const listOwnChatAccounts = operation(
  contract,
  async ({ chatAccounts }, { owner }) => (await chatAccounts.listFor(owner)).map(toOwnChatAccountView),
  chatTemplateServices,
);
