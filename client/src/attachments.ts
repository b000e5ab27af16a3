import { uploadedAttachment } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import type { Transport } from "./transport.ts";
import type { InlineAttachment, UploadedAttachment } from "./types.ts";

/** A `File`, which has a name, or another Blob, whose name the caller passes beside it. */
export type NamedFile = Blob & { readonly name?: string };

/** The number of bytes converted per call, because some JavaScript engines fail when a call has more arguments. */
const PIECE = 32_768;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

/** Uploads files for mails. Needs an API key. */
export class Attachments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Uploads a file of at most 20 MiB. Put the answer's `attachment_id` into `attachments` of any number of mails within seven days. A failed
   * upload is not repeated automatically.
   */
  upload(
    file: NamedFile,
    filename = file.name ?? "attachment",
    options: CallOptions = {},
  ): Promise<UploadedAttachment> {
    const form = new FormData();
    form.append("file", file, filename);
    return this.#transport.json(
      { ...options, credential: "api-key", method: "POST", path: "/api/v1/attachments", form },
      uploadedAttachment,
    );
  }

  /** Builds an entry of `attachments` that contains the file itself. Use it for small files, because a request has at most 1 MiB. */
  inline(
    filename: string,
    bytes: Uint8Array,
    more: Pick<InlineAttachment, "content_type" | "content_id"> = {},
  ): InlineAttachment {
    return { ...more, filename, content: base64(bytes) };
  }
}
