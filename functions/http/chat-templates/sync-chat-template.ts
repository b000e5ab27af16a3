import { syncChatTemplate as contract, toChatTemplateView } from "../../../shared/contract/chat-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { syncChatTemplate as sync } from "../../../shared/use-cases/chat-templates/sync-chat-template.ts";
import { chatTemplateServices } from "../../../shared/wiring/chat-templates.ts";

export const syncChatTemplate = operation(
  contract,
  async (deps, { owner, params }) => toChatTemplateView(await sync(deps, owner, params.id)),
  chatTemplateServices,
);
