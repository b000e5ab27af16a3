import { getChatTemplate as contract, toChatTemplateView } from "../../../shared/contract/chat-templates.ts";
import { notFound } from "../../../shared/domain/errors.ts";
import { operation } from "../../../shared/http/operation.ts";
import { chatTemplateServices } from "../../../shared/wiring/chat-templates.ts";

export const getChatTemplate = operation(
  contract,
  async ({ chatTemplates }, { owner, params }) => {
    const template = await chatTemplates.get(owner, params.id);
    if (template === undefined) throw notFound();
    return toChatTemplateView(template);
  },
  chatTemplateServices,
);
