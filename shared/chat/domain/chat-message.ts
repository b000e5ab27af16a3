import { invalid } from "../../kernel/refusal.ts";
import { hasUnsafeFilename } from "./filename.ts";
import type { MediaKind } from "./media-type.ts";
import { isPublicHttpsUrl } from "./public-link.ts";
import { characters } from "./templates/placeholders.ts";

/** The limit for a text is ours (L-text). The limits below it, for media and places, are the platform's. */
const MAX_TEXT_CHARACTERS = 4096;
const MAX_CAPTION_CHARACTERS = 1024;
const MAX_PLACE_CHARACTERS = 1000;
const MAX_MESSAGE_ID_CHARACTERS = 256;

export interface TextContent {
  readonly type: "text";
  readonly body: string;
  readonly previewUrl: boolean;
}
/** Media is an upload with our id (D33b), or a public link. */
export type MediaSource = { readonly id: string } | { readonly link: string };
export interface MediaContent {
  readonly type: MediaKind;
  readonly source: MediaSource;
  /** The platform shows no caption on audio, and a file name only on documents; both are kept for the history. */
  readonly caption?: string | undefined;
  readonly filename?: string | undefined;
}
export interface LocationContent {
  readonly type: "location";
  readonly latitude: number;
  readonly longitude: number;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}
export interface ReactionContent {
  readonly type: "reaction";
  /** The message is named by our id or the provider's (D33b). */
  readonly messageId: string;
  /** An empty emoji takes the reaction back. */
  readonly emoji: string;
}
export type FreeFormContent = TextContent | MediaContent | LocationContent | ReactionContent;

/** Returns a field's name in the caller's request: `chat.text.body` in a notification is `text` in a reply. */
export type NameOf = (field: string) => string;

function refuseLong(text: string | undefined, limit: number, name: string): void {
  if (text !== undefined && characters(text) > limit) throw invalid(`${name} must have at most ${limit} characters`);
}

export interface TextDraft {
  readonly body?: string | undefined;
  readonly previewUrl?: boolean | undefined;
}

export function textContent({ body = "", previewUrl = false }: TextDraft, nameOf: NameOf): TextContent {
  if (body.trim() === "") throw invalid(`${nameOf("body")} is required`);
  refuseLong(body, MAX_TEXT_CHARACTERS, nameOf("body"));
  return { type: "text", body, previewUrl };
}

export interface MediaDraft {
  readonly type: MediaKind;
  readonly id?: string | undefined;
  readonly link?: string | undefined;
  readonly caption?: string | undefined;
  readonly filename?: string | undefined;
}

function mediaSource({ id, link }: MediaDraft, nameOf: NameOf): MediaSource {
  if (id !== undefined && link === undefined) {
    if (id.trim() === "") throw invalid(`${nameOf("id")} must not be empty`);
    return { id };
  }
  if (link !== undefined && id === undefined) {
    if (!isPublicHttpsUrl(link)) throw invalid(`${nameOf("link")} must be a public https URL`);
    return { link };
  }
  throw invalid(`exactly one of ${nameOf("id")} and ${nameOf("link")} is required`);
}

export function mediaContent(draft: MediaDraft, nameOf: NameOf): MediaContent {
  const source = mediaSource(draft, nameOf);
  refuseLong(draft.caption, MAX_CAPTION_CHARACTERS, nameOf("caption"));
  if (draft.filename !== undefined && hasUnsafeFilename(draft.filename)) {
    throw invalid(`${nameOf("filename")} must be a plain file name of at most 240 bytes, without a path`);
  }
  return { type: draft.type, source, caption: draft.caption, filename: draft.filename };
}

export interface LocationDraft {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

const isWithin = (value: number | undefined, limit: number): value is number =>
  value !== undefined && Number.isFinite(value) && Math.abs(value) <= limit;

export function locationContent(draft: LocationDraft, nameOf: NameOf): LocationContent {
  const { latitude, longitude, name, address } = draft;
  if (latitude === undefined) throw invalid(`${nameOf("latitude")} is required`);
  if (longitude === undefined) throw invalid(`${nameOf("longitude")} is required`);
  if (!isWithin(latitude, 90)) throw invalid(`${nameOf("latitude")} must be between -90 and 90`);
  if (!isWithin(longitude, 180)) throw invalid(`${nameOf("longitude")} must be between -180 and 180`);
  refuseLong(name, MAX_PLACE_CHARACTERS, nameOf("name"));
  refuseLong(address, MAX_PLACE_CHARACTERS, nameOf("address"));
  return { type: "location", latitude, longitude, name, address };
}

/** Matches one emoji of Unicode's set. The pattern is a string, because the flag `v` is newer than the compiler's target. */
const ONE_EMOJI = "^\\p{RGI_Emoji}$";
const EMOJI = new RegExp(ONE_EMOJI, "v");
const isEmoji = (text: string): boolean => text === "" || EMOJI.test(text) || EMOJI.test(`${text}\uFE0F`);

export interface ReactionDraft {
  readonly messageId?: string | undefined;
  readonly emoji?: string | undefined;
}

export function reactionContent({ messageId = "", emoji = "" }: ReactionDraft, nameOf: NameOf): ReactionContent {
  if (messageId.trim() === "") throw invalid(`${nameOf("message_id")} is required`);
  refuseLong(messageId, MAX_MESSAGE_ID_CHARACTERS, nameOf("message_id"));
  if (!isEmoji(emoji)) throw invalid(`${nameOf("emoji")} must be a single emoji, or empty to take the reaction back`);
  return { type: "reaction", messageId, emoji };
}
