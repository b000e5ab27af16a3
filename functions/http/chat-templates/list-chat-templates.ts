import { listChatTemplates as contract, toChatTemplateView } from "../../../shared/contract/chat-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { chatTemplateServices } from "../../../shared/wiring/chat-templates.ts";

export const listChatTemplates = operation(
  contract,
  async ({ chatTemplates }, { owner }) => (await chatTemplates.list(owner)).map(toChatTemplateView),
  chatTemplateServices,
);
