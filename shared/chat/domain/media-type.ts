import { invalid } from "../../kernel/refusal.ts";
import { contentCandidates } from "../../kernel/uploads/sniff.ts";
import { bareMimeType, type UploadedFile } from "../../kernel/uploads/uploaded-file.ts";

export const MEDIA_KINDS = ["image", "video", "audio", "document"] as const;
export type MediaKind = (typeof MEDIA_KINDS)[number];

const MIB = 1024 * 1024;
const OFFICE = "application/vnd.openxmlformats-officedocument";

interface MediaLimit {
  readonly mimeTypes: readonly string[];
  readonly maxMebibytes: number;
}

/** The cloud provider's table gives these types and limits. The upload route allows at most 20 MiB of any of them. */
export const MEDIA_LIMITS: Readonly<Record<MediaKind, MediaLimit>> = {
  image: { mimeTypes: ["image/jpeg", "image/png"], maxMebibytes: 5 },
  video: { mimeTypes: ["video/mp4", "video/3gpp"], maxMebibytes: 16 },
  audio: { mimeTypes: ["audio/aac", "audio/amr", "audio/mpeg", "audio/mp4", "audio/ogg"], maxMebibytes: 16 },
  document: {
    mimeTypes: [
      "text/plain",
      "application/pdf",
      "application/msword",
      `${OFFICE}.wordprocessingml.document`,
      "application/vnd.ms-excel",
      `${OFFICE}.spreadsheetml.sheet`,
      "application/vnd.ms-powerpoint",
      `${OFFICE}.presentationml.presentation`,
    ],
    maxMebibytes: 100,
  },
};

const BY_EXTENSION: Readonly<Record<string, string>> = {
  doc: "application/msword",
  xls: "application/vnd.ms-excel",
  ppt: "application/vnd.ms-powerpoint",
  docx: `${OFFICE}.wordprocessingml.document`,
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  pptx: `${OFFICE}.presentationml.presentation`,
};

export interface MediaFile extends UploadedFile {
  readonly kind: MediaKind;
}

/** Old office files all begin alike, so the declared type, and then the name, choose among the types that the content allows. */
function chosen(candidates: readonly string[], { declaredType = "", filename = "" }: MediaFile): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? "";
  const hints = [bareMimeType(declaredType), BY_EXTENSION[extension]];
  return candidates.find((candidate) => hints.includes(candidate)) ?? candidates[0];
}

/**
 * Finds the content type of a file from its content, within the limits of its kind (D35).
 * @throws Refusal `invalid_request` with the limit in the message
 */
export function checkedContentType(file: MediaFile): string {
  const { mimeTypes, maxMebibytes } = MEDIA_LIMITS[file.kind];
  if (file.sizeBytes === 0) throw invalid("file must not be empty");
  if (file.sizeBytes > maxMebibytes * MIB)
    throw invalid(`file is too large: ${file.kind} may have at most ${maxMebibytes} MB`);
  const candidates = contentCandidates(file.head).filter((candidate) => mimeTypes.includes(candidate));
  const contentType = chosen(candidates, file);
  if (contentType === undefined)
    throw invalid(`file is not a supported ${file.kind}: must be one of ${mimeTypes.join(", ")}`);
  return contentType;
}
