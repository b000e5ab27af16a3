import { addressesOfField, bare, envelopeSenders } from "./address-forms.ts";
import type { MailPart } from "./parsed-mail.ts";
import { type Fields, fieldOf, readBlocks } from "./report-fields.ts";
import { COMPLAINTS, type ComplaintType, MAX_RECIPIENTS, type ReturnedRecipient } from "./returned-mail.ts";

/** The mail that a report is about, or only its headers (RFC 5965 section 2, RFC 6532). */
const REPORTED = new Set([
  "message/rfc822",
  "text/rfc822-headers",
  "message/rfc822-headers",
  "message/global",
  "message/global-headers",
]);

export interface FeedbackReport {
  /** Undefined for a type that is no complaint, such as `not-spam`. */
  readonly complaint: ComplaintType | undefined;
  readonly recipients: readonly ReturnedRecipient[];
  /** The envelope senders of the reported mail: `Original-Mail-From`, and its `Return-Path` (D45f). */
  readonly sentFrom: readonly string[];
}

/** Reads a feedback report (RFC 5965); undefined when the mail has none, or one without a type. */
export function readFeedback(parts: readonly MailPart[]): FeedbackReport | undefined {
  const report = parts.find(({ type }) => type === "message/feedback-report");
  if (report === undefined) return undefined;
  const blocks = readBlocks(report.text);
  const type = valuesOf(blocks, "feedback-type")[0]?.split(/[\s;]/, 1)[0]?.toLowerCase();
  if (type === undefined || type === "") return undefined;
  const reported = parts.find((part) => REPORTED.has(part.type));
  return {
    complaint: COMPLAINTS.find((complaint) => complaint === type),
    recipients: recipientsOf(blocks),
    sentFrom: envelopeSenders([
      ...valuesOf(blocks, "original-mail-from").slice(0, 1).map(bare),
      ...(reported === undefined ? [] : returnPathOf(reported.text)),
    ]),
  };
}

/** A report may name several recipients of one mail. Where it hides them, one without addresses stands for them. */
function recipientsOf(blocks: readonly Fields[]): ReturnedRecipient[] {
  const named = valuesOf(blocks, "original-rcpt-to").slice(0, MAX_RECIPIENTS).map(addressesOfField);
  const readable = named.filter((found) => found.length > 0);
  return (readable.length > 0 ? readable : [[]]).map((found) => ({ addresses: found }));
}

const valuesOf = (blocks: readonly Fields[], name: string): string[] =>
  blocks.flatMap((fields) => fields.get(name) ?? []);

/** The uppermost `Return-Path` of the first block, which is the header of the reported mail. */
function returnPathOf(reported: string): string[] {
  const [header] = readBlocks(reported.trimStart());
  const path = header === undefined ? undefined : fieldOf(header, "return-path");
  return path === undefined ? [] : [bare(path)];
}
