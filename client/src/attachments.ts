import { uploadedAttachment } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import type { Transport } from "./transport.ts";
import type { InlineAttachment, UploadedAttachment } from "./types.ts";

/** A `File` has a name; for any other Blob, say one beside it. */
export type NamedFile = Blob & { readonly name?: string };

/** In characters of a call: more arguments would be too many for some engines. */
const PIECE = 32_768;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

/** Files for mails. Needs an API key. */
export class Attachments {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** At most 20 MiB. The answer's `attachment_id` goes into `attachments` of any number of mails, for seven days. Not repeated by itself. */
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

  /** An entry of a mail's `attachments` with the file in it: for small ones, since a whole request has at most 1 MiB. */
  inline(
    filename: string,
    bytes: Uint8Array,
    more: Pick<InlineAttachment, "content_type" | "content_id"> = {},
  ): InlineAttachment {
    return { ...more, filename, content: base64(bytes) };
  }
}
