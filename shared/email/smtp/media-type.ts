import { detectMimeType } from "nodemailer/lib/mime-funcs";
import { mediaType } from "../../kernel/uploads/media-type.ts";
import { HEAD_BYTES } from "../../kernel/uploads/uploaded-file.ts";
import { type EmailAttachment, isMediaType } from "../domain/attachment.ts";

/** Returns the type for the extension of a file's name. */
export const typeByName = (filename: string): string =>
  /\./.test(filename) ? detectMimeType(filename) : detectMimeType("");

const HEAD_CHARACTERS = Math.ceil(HEAD_BYTES / 3) * 4;

/** Returns the type that the sender gave, or else the type by content and name. An upload already has a type. */
export function mediaTypeOf({ contentType, filename, source }: EmailAttachment): string {
  if (contentType !== undefined) return asFile(contentType);
  const head = "base64" in source ? Buffer.from(source.base64.slice(0, HEAD_CHARACTERS), "base64") : new Uint8Array();
  return asFile(mediaType({ head, filename }, typeByName));
}

/** Replaces a type that a file may not have, such as `message/rfc822` of an attached mail, by `application/octet-stream`. */
const asFile = (type: string): string => (isMediaType(type) ? type : "application/octet-stream");
