import * as z from "zod";
import { oneOf, optionalText, textList, uuid } from "../../edge/contract/fields.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { REPLY_TYPES, type Reply, type ReplyDraft, type ReplyType, replyContent } from "../domain/reply.ts";

const optionalNumber = (field: string) => z.number({ error: `${field} must be a number` }).optional();

/** A reply has these fields over REST and over MCP. */
export const replyFields = {
  message_type: oneOf("message_type", REPLY_TYPES).default("text"),
  text: optionalText("text"),
  media_id: uuid("media_id").optional(),
  media_url: optionalText("media_url"),
  caption: optionalText("caption"),
  filename: optionalText("filename"),
  latitude: optionalNumber("latitude"),
  longitude: optionalNumber("longitude"),
  location_name: optionalText("location_name"),
  address: optionalText("address"),
  fallback_template_id: uuid("fallback_template_id").optional(),
  fallback_parameters: textList("fallback_parameters").optional(),
};

const replyBody = z.strictObject(replyFields);
export type ReplyBody = z.output<typeof replyBody>;

const MEDIA = ["media_id", "media_url", "caption", "filename"];
const OWN_FIELDS: Readonly<Record<ReplyType, readonly string[]>> = {
  text: ["text"],
  image: MEDIA,
  video: MEDIA,
  audio: MEDIA,
  document: MEDIA,
  location: ["latitude", "longitude", "location_name", "address"],
};
const COMMON_FIELDS = ["message_type", "fallback_template_id", "fallback_parameters"];

/** Finds a field that belongs to another type of message. It is refused, because it would be lost silently. */
function strayField(body: ReplyBody): string | undefined {
  const known = [...COMMON_FIELDS, ...OWN_FIELDS[body.message_type]];
  return Object.entries(body).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
}

function problemOf(body: ReplyBody): string | undefined {
  const stray = strayField(body);
  if (stray !== undefined) return `${stray} does not belong to message_type ${body.message_type}`;
  return body.fallback_parameters !== undefined && body.fallback_template_id === undefined
    ? "fallback_template_id is required with fallback_parameters"
    : undefined;
}

const draftOf = (body: ReplyBody): ReplyDraft => ({
  type: body.message_type,
  text: body.text,
  mediaId: body.media_id,
  mediaUrl: body.media_url,
  caption: body.caption,
  filename: body.filename,
  latitude: body.latitude,
  longitude: body.longitude,
  locationName: body.location_name,
  address: body.address,
});

function toReply(body: ReplyBody): Reply {
  const { fallback_template_id: templateId, fallback_parameters: parameters = [] } = body;
  return { content: replyContent(draftOf(body)), ...(templateId && { fallback: { templateId, parameters } }) };
}

/** A body whose fields have the right types becomes a reply, or an issue that names the field and the rule. */
export function readReply(body: ReplyBody, context: z.core.$RefinementCtx): Reply {
  const refuse = (message: string): never => {
    context.issues.push({ code: "custom", message, input: body });
    return z.NEVER;
  };
  const problem = problemOf(body);
  if (problem !== undefined) return refuse(problem);
  try {
    return toReply(body);
  } catch (error) {
    if (error instanceof Refusal) return refuse(error.message);
    throw error;
  }
}

export const replyRequest = replyBody.transform(readReply);
