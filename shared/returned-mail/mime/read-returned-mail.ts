import PostalMime, { type Email } from "postal-mime";
import { htmlToText } from "../../email/domain/html-to-text.ts";
import { interpretReturnedMail } from "../domain/interpret-returned-mail.ts";
import type { MailPart, ParsedMail } from "../domain/parsed-mail.ts";
import { MAX_MAIL_BYTES, NOT_UNDERSTOOD, READ_BYTES } from "../domain/returned-mail.ts";
import type { ReadReturnedMail } from "../ports.ts";

/** The parser takes its time for each line. A report of 1,000 recipients has about 10,000 lines, a MiB of attachments about 14,000. */
const READ_LINES = 50_000;
const LINE_FEED = 10;
/** Real reports are a few levels deep. The parser refuses deeper ones. */
const MAX_DEPTH = 20;
/** The headers of a reported mail fit into this. */
const MAX_REPORTED = 131_072;
const REPORT = /^message\/(?:global-)?(?:delivery-status|feedback-report)$/;
const REPORTED = /^message\/(?:rfc822|global)(?:-headers)?$|^text\/rfc822-headers$/;

/**
 * Reads a mail that came back: a delivery report, a feedback report, or a mail server's text. `envelopeTo` has the addresses that it came to.
 * Any bytes have an answer.
 */
export const readReturnedMail: ReadReturnedMail = async (raw, envelopeTo) => {
  if (raw.length > MAX_MAIL_BYTES) return NOT_UNDERSTOOD;
  const mail = await parse(beginning(raw));
  return mail === undefined ? NOT_UNDERSTOOD : interpretReturnedMail(mail, envelopeTo);
};

function beginning(raw: Uint8Array): Uint8Array {
  const bytes = raw.subarray(0, READ_BYTES);
  let end = 0;
  for (let lines = 0; lines < READ_LINES; lines++) {
    end = bytes.indexOf(LINE_FEED, end) + 1;
    if (end === 0) return bytes;
  }
  return bytes.subarray(0, end);
}

/** The parser throws where a mail exceeds its limits. */
async function parse(raw: Uint8Array): Promise<ParsedMail | undefined> {
  try {
    const options = { forceRfc822Attachments: true, maxNestingDepth: MAX_DEPTH };
    return toParsedMail(await PostalMime.parse(raw, options));
  } catch {
    return undefined;
  }
}

const toParsedMail = ({ headers, text, html, attachments }: Email): ParsedMail => ({
  headers: headers.map(({ key, value }) => ({ name: key, value })),
  text: text ?? htmlToText(html ?? ""),
  parts: attachments.flatMap(toPart),
});

function toPart({ mimeType, content }: Email["attachments"][number]): MailPart[] {
  if (typeof content === "string" || !(REPORT.test(mimeType) || REPORTED.test(mimeType))) return [];
  const bytes = new Uint8Array(content);
  return [
    { type: mimeType, text: new TextDecoder().decode(REPORT.test(mimeType) ? bytes : bytes.subarray(0, MAX_REPORTED)) },
  ];
}
