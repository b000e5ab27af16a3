import { listOwnChatAccounts as contract, toOwnChatAccountView } from "../../../shared/chat/contract/chat-accounts.ts";
import { chatTemplateServices } from "../../../shared/composition/chat-templates.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const listOwnChatAccounts = operation(
  contract,
  async ({ chatAccounts }, { owner }) => (await chatAccounts.listFor(owner)).map(toOwnChatAccountView),
  chatTemplateServices,
);
