import { deleteChatTemplate as contract, toChatTemplateView } from "../../../shared/chat/contract/chat-templates.ts";
import { deleteChatTemplate as remove } from "../../../shared/chat/templates/delete-chat-template.ts";
import { chatTemplateServices } from "../../../shared/composition/chat-templates.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const deleteChatTemplate = operation(
  contract,
  async (deps, { owner, params }) => toChatTemplateView(await remove(deps, owner, params.id)),
  chatTemplateServices,
);
