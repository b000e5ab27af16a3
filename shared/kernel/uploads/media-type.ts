import { contentCandidates } from "./sniff.ts";
import { bareMimeType, type UploadedFile } from "./uploaded-file.ts";

const UNKNOWN = "application/octet-stream";
const TEXT = "text/plain";

/**
 * The type of a file that its sender has not named: by its first bytes, where these tell it, then by its name, then by what came with it.
 * `byName` answers `application/octet-stream` for an ending that it does not know.
 */
export function mediaType(
  { head, filename = "", declaredType = "" }: Omit<UploadedFile, "sizeBytes">,
  byName: (filename: string) => string,
): string {
  const candidates = contentCandidates(head);
  const named = byName(filename);
  const [content = UNKNOWN] = candidates.includes(named) ? [named] : candidates;
  const declared = bareMimeType(declaredType);
  // Any text may be of a kind that only its name tells.
  const answers = content === TEXT ? [named, declared, content] : [content, named, declared];
  return answers.find((type) => type !== UNKNOWN && type !== "") ?? UNKNOWN;
}
