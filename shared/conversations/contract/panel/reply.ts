import * as z from "zod";
import { oneOf, textList, uuid } from "../../../edge/contract/fields.ts";
import { REPLY_TYPES, type Reply, type TemplateReply } from "../../domain/reply.ts";
import { readReply, replyFields } from "../reply.ts";

/** A person may also send only a template, because outside the service window no other message reaches the customer. */
const panelReplyBody = z.strictObject({
  ...replyFields,
  message_type: oneOf("message_type", [...REPLY_TYPES, "template"]).default("text"),
  template_id: uuid("template_id").optional(),
  template_parameters: textList("template_parameters").optional(),
});
type PanelReplyBody = z.output<typeof panelReplyBody>;

const givenIn = (fields: Readonly<Record<string, unknown>>): string | undefined =>
  Object.entries(fields).find(([, value]) => value !== undefined)?.[0];

function templateIn(
  { message_type: _, template_id: templateId, template_parameters: parameters = [], ...others }: PanelReplyBody,
  refuse: (message: string) => never,
): TemplateReply {
  const stray = givenIn(others);
  if (stray !== undefined) return refuse(`${stray} does not belong to message_type template`);
  return templateId === undefined ? refuse("template_id is required") : { template: { templateId, parameters } };
}

function readPanelReply(body: PanelReplyBody, context: z.core.$RefinementCtx): Reply | TemplateReply {
  const refuse = (message: string): never => {
    context.issues.push({ code: "custom", message, input: body });
    return z.NEVER;
  };
  const { message_type: type, template_id, template_parameters, ...reply } = body;
  if (type === "template") return templateIn(body, refuse);
  const stray = givenIn({ template_id, template_parameters });
  if (stray !== undefined) return refuse(`${stray} does not belong to message_type ${type}`);
  return readReply({ ...reply, message_type: type }, context);
}

export const panelReplyRequest = panelReplyBody.transform(readPanelReply);
