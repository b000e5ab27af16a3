import { checkChatTemplate as contract, toCheckView } from "../../../shared/chat/contract/chat-templates.ts";
import { checkChatTemplate as check } from "../../../shared/chat/templates/check-chat-template.ts";
import { chatTemplateServices } from "../../../shared/composition/chat-templates.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const checkChatTemplate = operation(
  contract,
  async (_deps, { body }) => toCheckView(check(body)),
  chatTemplateServices,
);
