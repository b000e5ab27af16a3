import { contentCandidates } from "./sniff.ts";
import { bareMimeType, type UploadedFile } from "./uploaded-file.ts";

const UNKNOWN = "application/octet-stream";
const TEXT = "text/plain";

/**
 * Finds the type of a file whose sender did not state it: from its first bytes if they tell it, then from its name,
 * then from the declared type. `byName` returns `application/octet-stream` for an unknown extension.
 */
export function mediaType(
  { head, filename = "", declaredType = "" }: Omit<UploadedFile, "sizeBytes">,
  byName: (filename: string) => string,
): string {
  const candidates = contentCandidates(head);
  const named = byName(filename);
  const [content = UNKNOWN] = candidates.includes(named) ? [named] : candidates;
  const declared = bareMimeType(declaredType);
  // The kind of a text file can only be told from its name.
  const answers = content === TEXT ? [named, declared, content] : [content, named, declared];
  return answers.find((type) => type !== UNKNOWN && type !== "") ?? UNKNOWN;
}
