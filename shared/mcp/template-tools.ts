import { toParameterView } from "../chat/contract/chat-templates.ts";
import { type ChatTemplate, canSend } from "../chat/domain/templates/chat-template.ts";
import type { EmailTemplate } from "../email/domain/email-template.ts";
import { templateVariableNames } from "../email/template-variable-names.ts";
import type { BoundTool, toolBinder } from "./bound-tool.ts";
import { type ListedTemplateView, listTemplatesTool, previewTemplateTool } from "./contract/template-tools.ts";
import { type ListTemplatesDeps, listTemplates } from "./list-templates.ts";
import { type PreviewTemplateDeps, previewTemplate } from "./preview-template.ts";

export type TemplateToolDeps = ListTemplatesDeps & PreviewTemplateDeps;

async function emailTemplateView(
  { parseTemplate }: Pick<TemplateToolDeps, "parseTemplate">,
  template: EmailTemplate,
): Promise<ListedTemplateView> {
  const { id, name, subject, bodyType, alias } = template;
  return {
    id,
    channel: "email",
    name,
    subject,
    body_type: bodyType,
    ...(alias === undefined ? {} : { alias }),
    variables: await templateVariableNames(parseTemplate, template),
  };
}

function chatTemplateView(template: ChatTemplate): ListedTemplateView {
  const { name, language, category } = template.definition;
  return {
    id: template.id,
    channel: "chat",
    name,
    language,
    category,
    can_send: canSend(template),
    parameters: template.parameters.map(toParameterView),
  };
}

export const templateTools = (bind: ReturnType<typeof toolBinder>, deps: TemplateToolDeps): readonly BoundTool[] => [
  bind(listTemplatesTool, async ({ owner }, listing) => {
    const { emails, chats, nextCursor } = await listTemplates(deps, owner, listing);
    const views = await Promise.all(emails.map((template) => emailTemplateView(deps, template)));
    return {
      templates: [...views, ...chats.map(chatTemplateView)],
      ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
    };
  }),
  bind(previewTemplateTool, async ({ owner }, { template_id: templateId, variables, data }) => {
    const { missing, ...preview } = await previewTemplate(deps, owner, { templateId, variables, data });
    return { ...preview, missing: [...missing] };
  }),
];
