import { invalid } from "../../kernel/refusal.ts";
import { contentCandidates } from "../../kernel/uploads/sniff.ts";
import { MAX_UPLOAD_BYTES, tooLarge, type UploadedFile } from "../../kernel/uploads/uploaded-file.ts";
import { hasUnsafeFilename, safeFilename } from "./filename.ts";
import { checkedContentType, MEDIA_KINDS, type MediaKind } from "./media-type.ts";

export interface CheckedMedia {
  readonly contentType: string;
  readonly filename: string;
}

const isPath = (name: string): boolean => /[/\\]/.test(name) || /^\s*\.+\s*$/.test(name);

/** A name with a path is refused; other characters that could break a header or a disk are removed. */
function checkedFilename(name: string | undefined, kind: string): string {
  if (name !== undefined && isPath(name)) throw invalid("file must have a plain file name, without a path");
  return name === undefined || !hasUnsafeFilename(name) ? (name ?? kind) : safeFilename(name, kind);
}

export function checkedKind(text: string | undefined): MediaKind {
  if (text === undefined) throw invalid("media_type is required");
  const kind = MEDIA_KINDS.find((one) => one === text);
  if (kind === undefined) throw invalid(`media_type must be one of: ${MEDIA_KINDS.join(", ")}`);
  return kind;
}

/**
 * Checks a file that will be sent by its content, within the limits of uploads and of its kind (D35).
 * @throws Refusal `invalid_request` with the limit in the message
 */
export function checkedUpload(kind: MediaKind, file: UploadedFile): CheckedMedia {
  if (file.sizeBytes > MAX_UPLOAD_BYTES) throw tooLarge();
  const filename = checkedFilename(file.filename, kind);
  return { filename, contentType: checkedContentType({ ...file, kind }) };
}

/** The platform shows these kinds of file above a template. It reviews no other documents. */
const HEADER_TYPES: Readonly<Record<string, MediaKind>> = {
  "image/jpeg": "image",
  "image/png": "image",
  "video/mp4": "video",
  "application/pdf": "document",
};

/** Checks a file for the header of a template; its kind follows from its content (D33a). */
export function checkedHeaderFile(file: UploadedFile): CheckedMedia {
  if (file.sizeBytes > MAX_UPLOAD_BYTES) throw tooLarge();
  if (file.sizeBytes === 0) throw invalid("file must not be empty");
  const contentType = contentCandidates(file.head).find((candidate) => Object.hasOwn(HEADER_TYPES, candidate));
  const kind = contentType === undefined ? undefined : HEADER_TYPES[contentType];
  if (kind === undefined)
    throw invalid(
      `file is not supported in a template's header: must be one of ${Object.keys(HEADER_TYPES).join(", ")}`,
    );
  const filename = checkedFilename(file.filename, kind);
  return { filename, contentType: checkedContentType({ ...file, kind, declaredType: contentType }) };
}
