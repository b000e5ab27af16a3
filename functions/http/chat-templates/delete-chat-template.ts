import { deleteChatTemplate as contract, toChatTemplateView } from "../../../shared/contract/chat-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { deleteChatTemplate as remove } from "../../../shared/use-cases/chat-templates/delete-chat-template.ts";
import { chatTemplateServices } from "../../../shared/wiring/chat-templates.ts";

export const deleteChatTemplate = operation(
  contract,
  async (deps, { owner, params }) => toChatTemplateView(await remove(deps, owner, params.id)),
  chatTemplateServices,
);
