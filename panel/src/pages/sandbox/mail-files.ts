import PostalMime from "postal-mime";
import { bytesOf } from "../notifications/bytes-of.ts";
import { MAX_PICTURE_BYTES } from "../notifications/inline-pictures.ts";

export interface MailFile {
  readonly filename: string;
  readonly content_type: string;
  readonly size: number;
  readonly kept: true;
  readonly blob: Blob;
  /** The content id by which the HTML names the picture, and the picture as a `data:` address. */
  readonly picture?: readonly [id: string, address: string];
}

/** Reads the files of a mail as the local mailbox does, with the same parser. */
export async function filesIn(source: string): Promise<readonly MailFile[]> {
  const { attachments } = await PostalMime.parse(source, {
    forceRfc822Attachments: true,
    attachmentEncoding: "base64",
  });
  return attachments.map(({ filename, mimeType, contentId, content }, index) => {
    const blob = new Blob([typeof content === "string" ? bytesOf(content) : new Uint8Array(content)], {
      type: mimeType,
    });
    const isShown = contentId !== undefined && typeof content === "string" && blob.size <= MAX_PICTURE_BYTES;
    return {
      filename: filename || `attachment-${index + 1}`,
      content_type: mimeType,
      size: blob.size,
      kept: true,
      blob,
      ...(isShown && { picture: [contentId.replaceAll(/^<|>$/g, ""), `data:${mimeType};base64,${content}`] as const }),
    };
  });
}
