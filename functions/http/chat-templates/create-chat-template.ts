import { createChatTemplate as contract, toChatTemplateView } from "../../../shared/contract/chat-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { createChatTemplate as create } from "../../../shared/use-cases/chat-templates/create-chat-template.ts";
import { chatTemplateServices } from "../../../shared/wiring/chat-templates.ts";

export const createChatTemplate = operation(
  contract,
  async (deps, { owner, body }) => toChatTemplateView(await create(deps, owner, body)),
  chatTemplateServices,
);
