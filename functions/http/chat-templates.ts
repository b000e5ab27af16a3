import { changingServices } from "../../shared/activity/wiring.ts";
import { listOwnChatAccounts, toOwnChatAccountView } from "../../shared/chat/contract/chat-accounts.ts";
import * as contract from "../../shared/chat/contract/chat-templates.ts";
import { getVariableNames, replaceVariableNames } from "../../shared/chat/contract/variable-names.ts";
import { shownTemplates } from "../../shared/chat/domain/templates/template-slots.ts";
import { checkChatTemplate } from "../../shared/chat/templates/check-chat-template.ts";
import { createChatTemplate } from "../../shared/chat/templates/create-chat-template.ts";
import { deleteChatTemplate } from "../../shared/chat/templates/delete-chat-template.ts";
import { nameVariables, readVariableNames } from "../../shared/chat/templates/name-variables.ts";
import { syncChatTemplate } from "../../shared/chat/templates/sync-chat-template.ts";
import { chatTemplateServices, variableNameServices } from "../../shared/chat/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { madeOnce } from "../../shared/edge/made-once.ts";
import { operation } from "../../shared/edge/operation.ts";
import { notFound } from "../../shared/kernel/refusal.ts";

const { toChatTemplateView } = contract;

export const handler = httpFunction(changingServices, [
  operation(
    contract.listChatTemplates,
    async ({ chatTemplates }, { owner }) => shownTemplates(await chatTemplates.list(owner)).map(toChatTemplateView),
    chatTemplateServices,
  ),
  operation(
    contract.createChatTemplate,
    async (deps, { owner, body, ...request }) =>
      toChatTemplateView(
        await madeOnce(request, {
          newId: deps.identifiers.newId,
          find: (id) => deps.chatTemplates.get(owner, id),
          make: (id) => createChatTemplate(deps, owner, body, id),
        }),
      ),
    chatTemplateServices,
  ),
  operation(
    contract.getChatTemplate,
    async ({ chatTemplates }, { owner, params }) => {
      const template = await chatTemplates.get(owner, params.id);
      if (template === undefined) throw notFound();
      return toChatTemplateView(template);
    },
    chatTemplateServices,
  ),
  operation(
    contract.syncChatTemplate,
    async (deps, { owner, params }) => toChatTemplateView(await syncChatTemplate(deps, owner, params.id)),
    chatTemplateServices,
  ),
  operation(
    contract.deleteChatTemplate,
    async (deps, { owner, params }) => toChatTemplateView(await deleteChatTemplate(deps, owner, params.id)),
    chatTemplateServices,
  ),
  operation(
    contract.checkChatTemplate,
    async (_deps, { body }) => contract.toCheckView(checkChatTemplate(body)),
    chatTemplateServices,
  ),
  operation(
    getVariableNames,
    async (deps, { owner, params }) => ({ names: [...(await readVariableNames(deps, owner, params.id))] }),
    variableNameServices,
  ),
  operation(
    replaceVariableNames,
    async (deps, { owner, params, body }) => {
      await nameVariables(deps, { owner, id: params.id }, body.names);
      return { names: body.names };
    },
    variableNameServices,
  ),
  operation(
    listOwnChatAccounts,
    async ({ chatAccounts }, { owner }) => (await chatAccounts.listFor(owner)).map(toOwnChatAccountView),
    chatTemplateServices,
  ),
]);
