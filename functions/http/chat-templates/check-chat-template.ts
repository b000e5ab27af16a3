import { checkChatTemplate as contract, toCheckView } from "../../../shared/contract/chat-templates.ts";
import { operation } from "../../../shared/http/operation.ts";
import { checkChatTemplate as check } from "../../../shared/use-cases/chat-templates/check-chat-template.ts";
import { chatTemplateServices } from "../../../shared/wiring/chat-templates.ts";

export const checkChatTemplate = operation(
  contract,
  async (_deps, { body }) => toCheckView(check(body)),
  chatTemplateServices,
);
