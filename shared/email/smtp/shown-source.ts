import type { Mail } from "../domain/mail.ts";
import type { MessageComposer } from "../ports.ts";
import { messageSource, messageWithFiles } from "./message-source.ts";
import { UnsendableMailError } from "./own-headers.ts";

const MAX_SHOWN_BYTES = 262_144;

/** Shows the message of a mail to people. The same code writes it for mail servers. */
export const shownSource: MessageComposer = {
  async compose(mail) {
    try {
      const source = await sourceOf(mail);
      const isCut = source.length > MAX_SHOWN_BYTES;
      // A character that the cut divides is left out.
      const text = new TextDecoder().decode(source.subarray(0, MAX_SHOWN_BYTES), { stream: isCut });
      return { text, isCut };
    } catch (error) {
      if (error instanceof UnsendableMailError) return undefined;
      throw error;
    }
  },
};

async function sourceOf(mail: Mail): Promise<Buffer> {
  const { attachments = [] } = mail;
  if (attachments.length === 0) return messageSource(mail);
  const withoutBytes = attachments.map((file) => ({ ...file, source: { key: file.filename } }));
  const { pieces } = messageWithFiles(mail, withoutBytes);
  const leftOut = (sizeBytes: number) => Buffer.from(`[${sizeBytes} bytes of the file, in base64]`);
  return Buffer.concat(pieces.map((piece) => ("key" in piece ? leftOut(piece.sizeBytes) : piece)));
}
