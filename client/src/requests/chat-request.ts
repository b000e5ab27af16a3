import type { components } from "../api-types.ts";
import type { Fields, Needed, Without } from "./given.ts";
import type { SendOptionFields } from "./send-option-fields.ts";

type Chat = components["schemas"]["ChatNotificationRequest"];
type Payload = components["schemas"]["ChatPayload"];
type Part<Name extends keyof Payload> = NonNullable<Payload[Name]>;
/** Excludes the fields of all other message types. */
type NoOther<Own extends keyof Payload> = Without<Exclude<keyof Payload, Own | "type">>;
type NoTemplate<Own extends keyof Payload> = NoOther<Own | "fallback_template"> & Fields<Payload, "fallback_template">;
type OfMail = Exclude<keyof Chat, "channel" | "recipient" | "chat" | "chat_account_id" | "send_at" | "metadata">;

type ShownWithMedia = Fields<Part<"image">, "caption" | "filename">;

/** A file that was uploaded to the same chat account. */
export interface UploadedChatFile extends Needed<Part<"image">, "id">, ShownWithMedia, Without<"link"> {}
/** A file that the platform downloads. */
export interface LinkedChatFile extends Needed<Part<"image">, "link">, ShownWithMedia, Without<"id"> {}
export type ChatFile = UploadedChatFile | LinkedChatFile;

/** A message from a template, the only kind that may be sent while the service window is closed. */
export interface ChatTemplateContent
  extends Needed<Payload, "template_id">,
    Fields<Payload, "values">,
    NoOther<"template_id" | "values"> {
  /** The kind of message, which may be left out for a template. */
  readonly type?: "template";
}

export interface ChatTextContent extends NoTemplate<"text"> {
  /** The kind of message. */
  readonly type: "text";
  /** The text stands in `body` and has at most 4096 characters. */
  readonly text: Needed<Part<"text">, "body"> & Fields<Part<"text">, "preview_url">;
}

export interface ChatImageContent extends NoTemplate<"image"> {
  /** The kind of message. */
  readonly type: "image";
  /** The picture, named by either `id` or `link`. */
  readonly image: ChatFile;
}

export interface ChatVideoContent extends NoTemplate<"video"> {
  /** The kind of message. */
  readonly type: "video";
  /** The video, named by either `id` or `link`. */
  readonly video: ChatFile;
}

export interface ChatAudioContent extends NoTemplate<"audio"> {
  /** The kind of message. */
  readonly type: "audio";
  /** The recording, named by either `id` or `link`. */
  readonly audio: ChatFile;
}

export interface ChatDocumentContent extends NoTemplate<"document"> {
  /** The kind of message. */
  readonly type: "document";
  /** The file, named by either `id` or `link`. */
  readonly document: ChatFile;
}

export interface ChatLocationContent extends NoTemplate<"location"> {
  /** The kind of message. */
  readonly type: "location";
  /** The coordinates in degrees. */
  readonly location: Needed<Part<"location">, "latitude" | "longitude"> & Fields<Part<"location">, "name" | "address">;
}

export interface ChatReactionContent extends NoTemplate<"reaction"> {
  /** The kind of message. */
  readonly type: "reaction";
  /** The message to react to, and the emoji. */
  readonly reaction: Needed<Part<"reaction">, "message_id"> & Fields<Part<"reaction">, "emoji">;
}

/** The field `type` decides which form a message has. */
export type ChatContent =
  | ChatTemplateContent
  | ChatTextContent
  | ChatImageContent
  | ChatVideoContent
  | ChatAudioContent
  | ChatDocumentContent
  | ChatLocationContent
  | ChatReactionContent;

/** The request that sends a chat message. */
export interface ChatNotificationRequest
  extends SendOptionFields,
    Fields<Chat, "channel" | "recipient" | "chat_account_id">,
    Without<OfMail> {
  /** The content of the message. */
  readonly chat: ChatContent;
}
