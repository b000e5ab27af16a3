import type { Identifiers } from "../kernel/identifiers.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid } from "../kernel/refusal.ts";
import { mediaType } from "../kernel/uploads/media-type.ts";
import { receiveFile } from "../kernel/uploads/receive-file.ts";
import type { UploadForm } from "../kernel/uploads/upload-form.ts";
import { MAX_UPLOAD_BYTES, tooLarge, type UploadedFile } from "../kernel/uploads/uploaded-file.ts";
import { filenameProblem } from "./domain/attachment.ts";
import { type UploadedAttachment, usableUntilMs } from "./domain/uploaded-attachment.ts";
import type { UploadTarget } from "./ports.ts";

export interface UploadAttachmentDeps {
  readonly uploads: UploadTarget;
  readonly identifiers: Identifiers;
  /** Returns the type for a file name's extension, and `application/octet-stream` for an unknown extension. */
  readonly typeByName: (filename: string) => string;
}

const NAMELESS = "attachment";

/** Stores a file for later mails while the file comes in. A refusal leaves nothing behind. */
export async function uploadAttachment(
  { uploads, identifiers, typeByName }: UploadAttachmentDeps,
  owner: Owner,
  form: UploadForm,
): Promise<UploadedAttachment> {
  const id = identifiers.newId();
  const contentTypeOf = (file: Omit<UploadedFile, "sizeBytes">) => mediaType(file, typeByName);
  const { file, writer } = await receiveFile(form, {
    open: ({ filename }, likelyContentType) =>
      uploads.open(owner, { id, filename: checkedFilename(filename), likelyContentType }),
    contentTypeOf,
  });
  try {
    if (file.sizeBytes > MAX_UPLOAD_BYTES) throw tooLarge();
    const expiresAtMs = usableUntilMs(id);
    if (expiresAtMs === undefined) throw new Error("the id of an upload tells no time");
    const contentType = contentTypeOf(file);
    await writer?.finish(contentType);
    return { id, filename: checkedFilename(file.filename), contentType, sizeBytes: file.sizeBytes, expiresAtMs };
  } catch (error) {
    await writer?.discard();
    throw error;
  }
}

function checkedFilename(filename = NAMELESS): string {
  const problem = filenameProblem(filename);
  if (problem !== undefined) throw invalid(`the file's name ${problem}`);
  return filename;
}
