import { syncChatTemplate as contract, toChatTemplateView } from "../../../shared/chat/contract/chat-templates.ts";
import { syncChatTemplate as sync } from "../../../shared/chat/templates/sync-chat-template.ts";
import { chatTemplateServices } from "../../../shared/composition/chat-templates.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const syncChatTemplate = operation(
  contract,
  async (deps, { owner, params }) => toChatTemplateView(await sync(deps, owner, params.id)),
  chatTemplateServices,
);
