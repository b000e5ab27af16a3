import { uploadedAttachment } from "./api-checks.ts";
import type { CallOptions, Transport } from "./transport.ts";
import type { UploadedAttachment } from "./types.ts";

/** A `File` has a name; for any other Blob, say one beside it. */
export type NamedFile = Blob & { readonly name?: string };

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
}
