import { detectMimeType } from "nodemailer/lib/mime-funcs";
import { mediaType } from "../../kernel/uploads/media-type.ts";
import { HEAD_BYTES } from "../../kernel/uploads/uploaded-file.ts";
import { type EmailAttachment, isMediaType } from "../domain/attachment.ts";

/** The ending of a file's name tells its type. */
export const typeByName = (filename: string): string =>
  /\./.test(filename) ? detectMimeType(filename) : detectMimeType("");

const HEAD_CHARACTERS = Math.ceil(HEAD_BYTES / 3) * 4;

/** The type that the sender gave, or the one that content and name tell. An upload already has a type. */
export function mediaTypeOf({ contentType, filename, source }: EmailAttachment): string {
  if (contentType !== undefined) return asFile(contentType);
  const head = "base64" in source ? Buffer.from(source.base64.slice(0, HEAD_CHARACTERS), "base64") : new Uint8Array();
  return asFile(mediaType({ head, filename }, typeByName));
}

/** A mail that is attached counts as any other file. */
const asFile = (type: string): string => (isMediaType(type) ? type : "application/octet-stream");
