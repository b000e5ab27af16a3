import type { operations } from "../api-types.ts";
import type { Fields, Needed, Without } from "./given.ts";

type Reply = operations["replyToConversation"]["requestBody"]["content"]["application/json"];
type OfFallback = "fallback_template_id" | "fallback_parameters";
type OfPlace = "latitude" | "longitude" | "location_name" | "address";
type OfFile = "media_id" | "media_url" | "caption" | "filename";

/** Sent instead when the 24-hour window is closed; without it such a reply is refused. */
type Fallback = (Needed<Reply, "fallback_template_id"> & Fields<Reply, "fallback_parameters">) | Without<OfFallback>;

interface TextFields extends Needed<Reply, "text">, Without<OfPlace | OfFile> {
  /** `text` when left out. */
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

/** Words. */
export type TextReply = TextFields & Fallback;
/** A file: exactly one of `media_id` and `media_url`. */
export type FileReply = FileFields &
  ((Needed<Reply, "media_id"> & Without<"media_url">) | (Needed<Reply, "media_url"> & Without<"media_id">)) &
  Fallback;
/** A place. */
export type PlaceReply = PlaceFields & Fallback;

/** An answer to a customer, told apart by `message_type`. */
export type ReplyRequest = TextReply | FileReply | PlaceReply;
