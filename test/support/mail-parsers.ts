import { simpleParser } from "mailparser";
import PostalMime, { decodeWords } from "postal-mime";

export interface ParsedFile {
  readonly filename: string | undefined;
  readonly contentType: string;
  readonly contentId: string | undefined;
  readonly content: Buffer;
}

export interface ParsedMail {
  readonly subject: string | undefined;
  readonly text: string;
  readonly html: string;
  readonly replyTo: readonly string[];
  /** Names are in lower case and occur as often as in the mail; values are decoded. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly files: readonly ParsedFile[];
}

const inside = (id: string | undefined): string | undefined => id?.replace(/^<|>$/g, "");

async function byPostalMime(raw: Buffer): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer", forceRfc822Attachments: true });
  return {
    subject: mail.subject,
    text: mail.text ?? "",
    html: mail.html ?? "",
    replyTo: mail.replyTo?.map(({ address = "" }) => address) ?? [],
    headers: mail.headers.map(({ key, value }) => [key, decodeWords(value)] as const),
    files: mail.attachments.map(({ filename, mimeType, contentId, content }) => ({
      filename: filename ?? undefined,
      contentType: mimeType,
      contentId: inside(contentId),
      content: typeof content === "string" ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    })),
  };
}

async function byMailparser(raw: Buffer): Promise<ParsedMail> {
  const mail = await simpleParser(raw, { skipImageLinks: true, skipTextToHtml: true, skipTextLinks: true });
  const replyTo = [mail.replyTo ?? []].flat().flatMap(({ value }) => value.map(({ address = "" }) => address));
  return {
    subject: mail.subject,
    text: mail.text ?? "",
    html: mail.html || "",
    replyTo,
    // The library does not decode headers that it does not know, so this code decodes the header lines itself.
    headers: mail.headerLines.map(
      ({ key, line }) => [key, decodeWords(line.slice(key.length + 1).replace(/\r?\n/g, ""))] as const,
    ),
    files: mail.attachments.map(({ filename, contentType, cid, content }) => ({
      filename,
      contentType,
      contentId: cid,
      content,
    })),
  };
}

/** Two libraries that share no code. An attack on the structure of a mail shows in a difference between what they read. */
export const MAIL_PARSERS = { "postal-mime": byPostalMime, mailparser: byMailparser } as const;
