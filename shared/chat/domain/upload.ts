import { invalid } from "../../kernel/refusal.ts";
import { hasUnsafeFilename, safeFilename } from "./filename.ts";
import { bareMimeType, checkedContentType, MEDIA_KINDS, type MediaFile, type MediaKind } from "./media-type.ts";
import { contentCandidates } from "./sniff.ts";

const MIB = 1024 * 1024;
const MAX_UPLOAD_MIB = 20;
/** D36a: the limit of 20 MB is 20 MiB. */
export const MAX_UPLOAD_BYTES = MAX_UPLOAD_MIB * MIB;
/** As much of a file's beginning as telling its type may need. */
export const HEAD_BYTES = 64 * 1024;

export const tooLarge = () => invalid(`file is too large: an upload may have at most ${MAX_UPLOAD_MIB} MB`);

/** A file as it came, its beginning kept. */
export type IncomingMedia = Omit<MediaFile, "kind">;

export interface CheckedMedia {
  readonly contentType: string;
  readonly filename: string;
}

const isPath = (name: string): boolean => /[/\\]/.test(name) || /^\s*\.+\s*$/.test(name);

/** A name with a path is refused; what else could break a header or a disk is taken out. */
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
 * A file to be sent, by its content and within the limits of the upload and of its kind (D35).
 * @throws Refusal `invalid_request` with the limit in the message
 */
export function checkedUpload(kind: MediaKind, file: IncomingMedia): CheckedMedia {
  if (file.sizeBytes > MAX_UPLOAD_BYTES) throw tooLarge();
  const filename = checkedFilename(file.filename, kind);
  return { filename, contentType: checkedContentType({ ...file, kind }) };
}

/** The kinds of file that the platform shows above a template. Of documents it reviews only this kind. */
const HEADER_TYPES: Readonly<Record<string, MediaKind>> = {
  "image/jpeg": "image",
  "image/png": "image",
  "video/mp4": "video",
  "application/pdf": "document",
};

/** A file for the header of a template that is to be reviewed: its kind follows from its content (D33a). */
export function checkedHeaderFile(file: IncomingMedia): CheckedMedia {
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

/** The likeliest type while a file is still coming in and its kind may not be known yet. */
export function likelyContentType({ head, declaredType = "" }: Pick<IncomingMedia, "head" | "declaredType">): string {
  const candidates = contentCandidates(head);
  const declared = bareMimeType(declaredType);
  return candidates.includes(declared) ? declared : (candidates[0] ?? "application/octet-stream");
}
