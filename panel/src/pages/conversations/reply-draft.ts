import type { operations } from "../../api/schema.ts";

export type ReplyRequest = operations["replyToPanelConversation"]["requestBody"]["content"]["application/json"];

/** Lists the media types of each kind; files of all other types are sent as documents. */
const UPLOADS = {
  image: ["image/jpeg", "image/png"],
  video: ["video/mp4", "video/3gpp"],
  audio: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"],
} as const;
export type UploadType = keyof typeof UPLOADS | "document";
export type ReplyType = UploadType | "text" | "location";

export const ACCEPTED = [...Object.values(UPLOADS).flat(), ".pdf,.txt,.doc,.docx,.xls,.xlsx,.ppt,.pptx"].join(",");

export const uploadTypeOf = ({ type }: Pick<File, "type">): UploadType =>
  (["image", "video", "audio"] as const).find((kind) => UPLOADS[kind].some((one) => one === type)) ?? "document";

/** WhatsApp shows no caption on audio. */
export const hasCaption = (type: UploadType): boolean => type !== "audio";

export interface TemplateChoice {
  readonly templateId: string;
  /** The values stand in the order of the template's parameters. */
  readonly values: readonly string[];
}

type Texts = Readonly<Record<string, string>>;

const optional = (texts: Texts, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (texts[name] ? [[name, texts[name]]] : [])));

export interface ReplyDraft {
  readonly type: ReplyType;
  readonly texts: Texts;
  readonly mediaId: string;
}

/** Builds the request of a reply from the draft. */
export function replyOf({ type, texts, mediaId }: ReplyDraft): ReplyRequest {
  if (type === "text") return { message_type: type, text: texts.text ?? "" };
  if (type !== "location") return { message_type: type, media_id: mediaId, ...optional(texts, ["caption"]) };
  return {
    message_type: type,
    latitude: Number(texts.latitude),
    longitude: Number(texts.longitude),
    ...optional(texts, ["location_name", "address"]),
  };
}

/** Builds the request of a reply that is a template. */
export const templateReplyOf = ({ templateId, values }: TemplateChoice): ReplyRequest => ({
  message_type: "template",
  template_id: templateId,
  template_parameters: [...values],
});
