import type { Term } from "../../shared/email/domain/uploaded-attachment.ts";
import type { MailFiles, UploadedFiles, UploadTarget } from "../../shared/email/ports.ts";
import type { Owner } from "../../shared/kernel/owner.ts";

interface StoredFile {
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface InMemoryAttachments extends UploadedFiles, UploadTarget, MailFiles {
  readonly files: Map<string, StoredFile>;
}

export function inMemoryAttachments(): InMemoryAttachments {
  const files = new Map<string, StoredFile>();
  const keyOf = (owner: Owner, id: string, term: Term | "uploads") => `${term}/${owner}/${id}`;
  const described = ({ filename, contentType, bytes }: StoredFile) => ({
    filename,
    contentType,
    sizeBytes: bytes.length,
  });
  return {
    files,
    open(owner, { id, filename }) {
      const chunks: Uint8Array[] = [];
      return {
        write: async (chunk) => void chunks.push(Uint8Array.from(chunk)),
        finish: async (contentType) =>
          void files.set(keyOf(owner, id, "uploads"), { filename, contentType, bytes: Buffer.concat(chunks) }),
        discard: async () => void files.delete(keyOf(owner, id, "uploads")),
      };
    },
    async find(owner, id, term) {
      const key = keyOf(owner, id, term);
      const kept = files.get(key);
      if (kept) return { ...described(kept), key, isKept: true };
      const uploaded = files.get(keyOf(owner, id, "uploads"));
      return uploaded && { ...described(uploaded), key, isKept: false };
    },
    async keep(owner, id, term) {
      const uploaded = files.get(keyOf(owner, id, "uploads"));
      if (uploaded === undefined) throw new Error(`no upload ${id}`);
      files.set(keyOf(owner, id, term), uploaded);
    },
    renew: async (key) => files.has(key),
    has: async (key) => files.has(key),
    async read(key, from, bytes) {
      const file = files.get(key);
      if (file === undefined) throw new Error(`no file ${key}`);
      return file.bytes.subarray(from, from + bytes);
    },
  };
}

/** The doubles that accepting and delivering mails with files need. */
export function inMemoryMailFiles() {
  const files = inMemoryAttachments();
  return { uploadedFiles: files, mailFiles: files };
}
