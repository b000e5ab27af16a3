import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { NotificationContent } from "../notifications/domain/notification.ts";
import type { RequestedAttachment } from "./contract/attachment-fields.ts";
import type { EmailAttachment } from "./domain/attachment.ts";
import { emailIn } from "./domain/email-content.ts";
import { storedFilesOf } from "./domain/stored-files.ts";
import { type Term, usableUntilMs } from "./domain/uploaded-attachment.ts";
import type { UploadedFiles } from "./ports.ts";

export interface AcceptAttachmentsDeps {
  readonly uploadedFiles: UploadedFiles;
  readonly clock: Clock;
}

/** The files of a request, which were found but are not kept for the mail yet. */
export interface FoundAttachments {
  readonly attachments: readonly EmailAttachment[];
  /** Keeps the files as long as the content. Call it when nothing else can refuse the request. */
  keep(): Promise<void>;
}

/** Finds the files of a request (D43). Another owner's upload is refused with the same text as one that does not exist. */
export async function findAttachments(
  deps: AcceptAttachmentsDeps,
  owner: Owner,
  { requested, term }: { readonly requested: readonly RequestedAttachment[]; readonly term: Term },
): Promise<FoundAttachments> {
  const found = await Promise.all(
    requested.map(async (file, index) => {
      if ("base64" in file) return { attachment: inline(file) };
      const { uploadId: given, filename, contentType, contentId } = file;
      const uploadId = given.toLowerCase();
      const upload = await usable(deps, { owner, uploadId, term });
      if (upload === undefined) throw unknownUpload(index);
      const { key, sizeBytes, isKept } = upload;
      const described = { filename: filename ?? upload.filename, contentType: contentType ?? upload.contentType };
      const attachment: EmailAttachment = { ...described, contentId, sizeBytes, source: { key } };
      return { attachment, toKeep: isKept ? undefined : uploadId };
    }),
  );
  const toKeep = new Set(found.flatMap((one) => ("toKeep" in one && one.toKeep !== undefined ? [one.toKeep] : [])));
  return {
    attachments: found.map(({ attachment }) => attachment),
    keep: async () => {
      await Promise.all([...toKeep].map((id) => deps.uploadedFiles.keep(owner, id, term)));
    },
  };
}

/** Keeps the stored files longer. Returns false when a file is gone, because the content cannot be sent again without it. */
export async function renewFiles(files: Pick<UploadedFiles, "renew">, content: NotificationContent): Promise<boolean> {
  const renewed = await Promise.all(storedFilesOf(emailIn(content)).map((key) => files.renew(key)));
  return renewed.every(Boolean);
}

const inline = (file: Extract<RequestedAttachment, { readonly base64: string }>): EmailAttachment => {
  const { base64, ...rest } = file;
  return { ...rest, source: { base64 } };
};

interface NamedUpload {
  readonly owner: Owner;
  readonly uploadId: string;
  readonly term: Term;
}

async function usable({ uploadedFiles, clock }: AcceptAttachmentsDeps, { owner, uploadId, term }: NamedUpload) {
  const untilMs = usableUntilMs(uploadId);
  return untilMs !== undefined && clock.now() < untilMs ? uploadedFiles.find(owner, uploadId, term) : undefined;
}

function unknownUpload(index: number): Refusal {
  const message = "attachment_id not found";
  return new Refusal("invalid_request", message, {
    problems: [{ field: `attachments.${index}.attachment_id`, message }],
  });
}
