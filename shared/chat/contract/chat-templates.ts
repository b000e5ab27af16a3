import * as z from "zod";
import { idParams, timestamp } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { route } from "../../edge/contract/route.ts";
import {
  type ChatTemplate,
  canSend,
  type TemplateDefinition,
  type TemplateHeader,
  type TemplateParameter,
} from "../domain/templates/chat-template.ts";
import { chatTemplateRequest, definitionFields } from "./chat-template-request.ts";

export const parameterView = z.strictObject({
  component: z.enum(["header", "body", "button"]),
  position: z.int(),
  name: z.string(),
  type: z.enum(["text", "image", "video", "document"]),
  required: z.boolean(),
});

export const chatTemplateView = z
  .strictObject({
    id: z.guid(),
    chat_account_id: z.guid(),
    ...definitionFields,
    provider_template_id: z.string(),
    remote_status: z.string(),
    quality: z.string(),
    rejected_reason: z.string().optional(),
    can_send: z.boolean(),
    disabled: z.boolean(),
    parameters: z.array(parameterView),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "ChatTemplate" });
export type ChatTemplateView = z.input<typeof chatTemplateView>;

export const toParameterView = ({ component, position, name, type, required }: TemplateParameter) => ({
  component,
  position,
  name,
  type,
  required,
});

function headerView({ mediaHandle, ...shown }: TemplateHeader) {
  return { ...shown, ...(mediaHandle === undefined ? {} : { media_handle: mediaHandle }) };
}

function definitionView({ name, language, category, header: top, body: text, footer, buttons }: TemplateDefinition) {
  return {
    name,
    language,
    category,
    ...(top === undefined ? {} : { header: headerView(top) }),
    body: { text: text.text, ...(text.examples === undefined ? {} : { examples: [...text.examples] }) },
    ...(footer === undefined ? {} : { footer }),
    ...(buttons === undefined ? {} : { buttons: buttons.map((one) => ({ ...one })) }),
  };
}

export function toChatTemplateView(template: ChatTemplate): ChatTemplateView {
  const { rejectedReason } = template;
  return {
    id: template.id,
    chat_account_id: template.chatAccountId,
    ...definitionView(template.definition),
    provider_template_id: template.providerTemplateId,
    remote_status: template.remoteStatus,
    quality: template.quality,
    ...(rejectedReason ? { rejected_reason: rejectedReason } : {}),
    can_send: canSend(template),
    disabled: template.isDisabled,
    parameters: template.parameters.map(toParameterView),
    created_at: template.createdAt,
    updated_at: template.updatedAt,
  };
}

/** Any object is accepted, because the answer lists the problems of an unfinished template. */
export const checkRequest = z.record(z.string(), z.unknown());
export const checkView = z
  .strictObject({
    problems: z.array(z.string()),
    parameters: z.array(parameterView),
  })
  .meta({ id: "ChatTemplateCheck" });

export const toCheckView = (found: { problems: string[]; parameters: readonly TemplateParameter[] }) => ({
  problems: found.problems,
  parameters: found.parameters.map(toParameterView),
});

const common = { group: "chat-templates", auth: ["access-token"] } as const;
const impact = "owners cannot manage their chat templates";

export const listChatTemplates = route({
  ...common,
  operationId: "listChatTemplates",
  summary: "List chat templates",
  method: "GET",
  path: "/api/v1/chat-templates",
  success: { status: 200, schema: z.array(chatTemplateView) },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["config:read"],
  impact,
});

export const createChatTemplate = route({
  ...common,
  operationId: "createChatTemplate",
  changes: { kind: "chat_template", action: "created" },
  summary: "Create a chat template",
  method: "POST",
  path: "/api/v1/chat-templates",
  headers: IDEMPOTENCY_KEY,
  body: chatTemplateRequest,
  success: { status: 201, schema: chatTemplateView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "provider_unavailable",
    "limit_reached",
    ...KEY_REFUSALS,
  ],
  uses: ["config:write", "chat-provider:read-template", "chat-provider:create-template"],
  impact,
});

export const getChatTemplate = route({
  ...common,
  operationId: "getChatTemplate",
  summary: "Read a chat template",
  method: "GET",
  path: "/api/v1/chat-templates/{id}",
  params: idParams,
  success: { status: 200, schema: chatTemplateView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read"],
  impact,
});

export const syncChatTemplate = route({
  ...common,
  operationId: "syncChatTemplate",
  changes: { kind: "chat_template", action: "synced" },
  summary: "Sync a chat template",
  method: "POST",
  path: "/api/v1/chat-templates/{id}/sync",
  params: idParams,
  success: { status: 200, schema: chatTemplateView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "provider_unavailable"],
  uses: ["config:write", "chat-provider:read-template"],
  impact,
});

export const deleteChatTemplate = route({
  ...common,
  operationId: "deleteChatTemplate",
  changes: { kind: "chat_template", action: "deleted" },
  summary: "Delete a chat template",
  method: "DELETE",
  path: "/api/v1/chat-templates/{id}",
  params: idParams,
  success: { status: 200, schema: chatTemplateView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "provider_unavailable"],
  uses: ["config:write", "chat-provider:remove-template"],
  impact,
});

export const checkChatTemplate = route({
  ...common,
  operationId: "checkChatTemplate",
  changes: "nothing",
  summary: "Check a chat template",
  method: "POST",
  path: "/panel/api/chat-templates/check",
  body: checkRequest,
  success: { status: 200, schema: checkView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: [],
  impact: "owners do not see what is wrong with a chat template while they write it",
});
