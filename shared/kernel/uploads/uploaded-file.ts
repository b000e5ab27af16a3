import { invalid } from "../refusal.ts";
import { contentCandidates } from "./sniff.ts";

const MAX_UPLOAD_MIB = 20;
/** The limit of 20 MB means 20 MiB (D36a). */
export const MAX_UPLOAD_BYTES = MAX_UPLOAD_MIB * 1024 * 1024;
/** Recognising a type needs at most this much of a file's beginning. */
export const HEAD_BYTES = 64 * 1024;

export const tooLarge = () => invalid(`file is too large: an upload may have at most ${MAX_UPLOAD_MIB} MB`);

/** A file that has arrived: its name and declared type, its beginning, and its size. */
export interface UploadedFile {
  /** The beginning of the file, at most `HEAD_BYTES` long. */
  readonly head: Uint8Array;
  readonly sizeBytes: number;
  readonly declaredType?: string | undefined;
  readonly filename?: string | undefined;
}

/** Removes the parameters of a type: `audio/ogg; codecs=opus` becomes `audio/ogg`. */
export const bareMimeType = (mimeType: string): string => mimeType.replace(/;.*/s, "").trim().toLowerCase();

/** Returns the likeliest type while the file still arrives and its `kind` may not be known yet. */
export function likelyContentType({ head, declaredType = "" }: Pick<UploadedFile, "head" | "declaredType">): string {
  const candidates = contentCandidates(head);
  const declared = bareMimeType(declaredType);
  return candidates.includes(declared) ? declared : (candidates[0] ?? "application/octet-stream");
}
