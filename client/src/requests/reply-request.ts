import type { operations } from "../api-types.ts";
import type { Fields, Needed, Without } from "./given.ts";

type Reply = operations["replyToConversation"]["requestBody"]["content"]["application/json"];
type OfFallback = "fallback_template_id" | "fallback_parameters";
type OfPlace = "latitude" | "longitude" | "location_name" | "address";
type OfFile = "media_id" | "media_url" | "caption" | "filename";

/** The template that is sent while the service window is closed; without it such a reply is refused. */
type Fallback = (Needed<Reply, "fallback_template_id"> & Fields<Reply, "fallback_parameters">) | Without<OfFallback>;

interface TextFields extends Needed<Reply, "text">, Without<OfPlace | OfFile> {
  /** The kind of message; `text` when left out. */
  readonly message_type?: "text";
}

interface FileFields extends Fields<Reply, "caption" | "filename">, Without<OfPlace | "text"> {
  /** The kind of file. */
  readonly message_type: "image" | "video" | "audio" | "document";
}

interface PlaceFields
  extends Needed<Reply, "latitude" | "longitude">,
    Fields<Reply, "location_name" | "address">,
    Without<OfFile | "text"> {
  /** The kind of message. */
  readonly message_type: "location";
}

/** A reply with a text. */
export type TextReply = TextFields & Fallback;
/** A reply with a file, named by either `media_id` or `media_url`. */
export type FileReply = FileFields &
  ((Needed<Reply, "media_id"> & Without<"media_url">) | (Needed<Reply, "media_url"> & Without<"media_id">)) &
  Fallback;
/** A reply with a place. */
export type PlaceReply = PlaceFields & Fallback;

/** A reply to a customer; `message_type` decides which form it has. */
export type ReplyRequest = TextReply | FileReply | PlaceReply;
