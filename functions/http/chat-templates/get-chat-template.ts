import { getChatTemplate as contract, toChatTemplateView } from "../../../shared/chat/contract/chat-templates.ts";
import { chatTemplateServices } from "../../../shared/composition/chat-templates.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { notFound } from "../../../shared/kernel/refusal.ts";

export const getChatTemplate = operation(
  contract,
  async ({ chatTemplates }, { owner, params }) => {
    const template = await chatTemplates.get(owner, params.id);
    if (template === undefined) throw notFound();
    return toChatTemplateView(template);
  },
  chatTemplateServices,
);
