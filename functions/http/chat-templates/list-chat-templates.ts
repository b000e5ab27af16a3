import { listChatTemplates as contract, toChatTemplateView } from "../../../shared/chat/contract/chat-templates.ts";
import { chatTemplateServices } from "../../../shared/composition/chat-templates.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const listChatTemplates = operation(
  contract,
  async ({ chatTemplates }, { owner }) => (await chatTemplates.list(owner)).map(toChatTemplateView),
  chatTemplateServices,
);
