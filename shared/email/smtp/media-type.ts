import { detectMimeType } from "nodemailer/lib/mime-funcs";
import { mediaType } from "../../kernel/uploads/media-type.ts";
import { HEAD_BYTES } from "../../kernel/uploads/uploaded-file.ts";
import { type EmailAttachment, isMediaType } from "../domain/attachment.ts";

/** By the ending of a name. */
export const typeByName = (filename: string): string =>
  /\./.test(filename) ? detectMimeType(filename) : detectMimeType("");

const HEAD_CHARACTERS = Math.ceil(HEAD_BYTES / 3) * 4;

/** As its sender named it, or as it is found. A file that was uploaded has its type from then. */
export function mediaTypeOf({ contentType, filename, source }: EmailAttachment): string {
  if (contentType !== undefined) return asFile(contentType);
  const head = "base64" in source ? Buffer.from(source.base64.slice(0, HEAD_CHARACTERS), "base64") : new Uint8Array();
  return asFile(mediaType({ head, filename }, typeByName));
}

/** A mail in a file is a file like any other. */
const asFile = (type: string): string => (isMediaType(type) ? type : "application/octet-stream");
