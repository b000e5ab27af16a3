import { createChatTemplate as contract, toChatTemplateView } from "../../../shared/chat/contract/chat-templates.ts";
import { createChatTemplate as create } from "../../../shared/chat/templates/create-chat-template.ts";
import { chatTemplateServices } from "../../../shared/composition/chat-templates.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const createChatTemplate = operation(
  contract,
  async (deps, { owner, body }) => toChatTemplateView(await create(deps, owner, body)),
  chatTemplateServices,
);
