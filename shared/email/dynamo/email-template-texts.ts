import { createHash, randomUUID } from "node:crypto";
import * as z from "zod";
import { contentItem, pack, unpack } from "../../aws/dynamo/content-codec.ts";
import type { BlobStore } from "../../kernel/blob-store.ts";
import type { Owner } from "../../kernel/owner.ts";

/** A text that is larger after compression goes to the content bucket (D18). */
const MAX_INLINE_BYTES = 200_000;

const templateText = z.object({ subject: z.string(), body: z.string() });
export type TemplateText = z.output<typeof templateText>;
export type StoredText = { readonly compressed: Uint8Array } | { readonly blobKey: string };

/** All large texts of an owner's templates have this prefix. */
export const templateTextsOf = (owner: Owner): string =>
  `templates/${createHash("sha256").update(owner).digest("hex")}/`;

/** Subject and body of a template are in its item or, when large, in the content bucket. */
export class EmailTemplateTexts {
  readonly #blobs: () => Promise<BlobStore>;

  constructor(blobs: () => Promise<BlobStore>) {
    this.#blobs = blobs;
  }

  /** Every version has its own key for a large text, so that a replacement takes effect in one write. */
  async store(owner: Owner, text: TemplateText): Promise<StoredText> {
    const bytes = await pack(text);
    if (bytes.length <= MAX_INLINE_BYTES) return { compressed: bytes };
    const blobKey = `${templateTextsOf(owner)}${randomUUID()}`;
    await (await this.#blobs()).put(blobKey, bytes);
    return { blobKey };
  }

  /** Reads the text that belongs to a template's item. */
  async read(item: unknown): Promise<TemplateText> {
    const content = contentItem.parse(item);
    const bytes = "compressed" in content ? content.compressed : await (await this.#blobs()).get(content.blobKey);
    return templateText.parse(await unpack(bytes));
  }

  /** Removes a text that no item names any more. */
  async drop(item: object): Promise<void> {
    const content = contentItem.safeParse(item).data;
    if (content !== undefined && "blobKey" in content) await (await this.#blobs()).remove(content.blobKey);
  }
}
