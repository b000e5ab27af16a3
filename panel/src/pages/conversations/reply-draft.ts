import type { operations } from "../../api/schema.ts";

export type ReplyRequest = operations["replyToPanelConversation"]["requestBody"]["content"]["application/json"];

export const REPLY_TYPES = [
  { value: "text", label: "Text" },
  { value: "image", label: "Image" },
  { value: "video", label: "Video" },
  { value: "audio", label: "Audio" },
  { value: "document", label: "Document" },
  { value: "location", label: "Location" },
] as const;
export type ReplyType = (typeof REPLY_TYPES)[number]["value"];
export type UploadType = Exclude<ReplyType, "text" | "location">;

export const ACCEPTED: Readonly<Record<UploadType, string>> = {
  image: "image/jpeg,image/png",
  video: "video/mp4,video/3gpp",
  audio: "audio/aac,audio/amr,audio/mpeg,audio/mp4,audio/ogg",
  document: ".pdf,.txt,.doc,.docx,.xls,.xlsx,.ppt,.pptx",
};

/** The customer sees no caption on audio. */
export const hasCaption = (type: UploadType): boolean => type !== "audio";

export interface TemplateChoice {
  readonly templateId: string;
  /** In the order of the template's parameters. */
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

/** The write fields of a reply. */
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

/** The write fields of a reply that is a template. */
export const templateReplyOf = ({ templateId, values }: TemplateChoice): ReplyRequest => ({
  message_type: "template",
  template_id: templateId,
  template_parameters: [...values],
});
