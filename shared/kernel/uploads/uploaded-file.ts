import { invalid } from "../refusal.ts";
import { contentCandidates } from "./sniff.ts";

const MAX_UPLOAD_MIB = 20;
/** D36a: the limit of 20 MB is 20 MiB. */
export const MAX_UPLOAD_BYTES = MAX_UPLOAD_MIB * 1024 * 1024;
/** As much of a file's beginning as telling its type may need. */
export const HEAD_BYTES = 64 * 1024;

export const tooLarge = () => invalid(`file is too large: an upload may have at most ${MAX_UPLOAD_MIB} MB`);

/** A file as it came, its beginning kept. */
export interface UploadedFile {
  /** At most `HEAD_BYTES`. */
  readonly head: Uint8Array;
  readonly sizeBytes: number;
  readonly declaredType?: string | undefined;
  readonly filename?: string | undefined;
}

/** `audio/ogg; codecs=opus` is `audio/ogg`. */
export const bareMimeType = (mimeType: string): string => mimeType.replace(/;.*/s, "").trim().toLowerCase();

/** The likeliest type while a file is still coming in and its kind may not be known yet. */
export function likelyContentType({ head, declaredType = "" }: Pick<UploadedFile, "head" | "declaredType">): string {
  const candidates = contentCandidates(head);
  const declared = bareMimeType(declaredType);
  return candidates.includes(declared) ? declared : (candidates[0] ?? "application/octet-stream");
}
