import { HEADERS_BYTES, MAX_PAYLOAD_BYTES, payloadBytes, shownWhole } from "../kernel/answer-size.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import type { ReadMail } from "./domain/sandbox-mail.ts";
import type { MailReader, SandboxMails } from "./ports.ts";

export interface ReadSandboxMailDeps {
  readonly sandboxMails: Pick<SandboxMails, "find" | "source">;
  readonly mailReader: MailReader;
}

/** @throws Refusal `not_found` */
export async function readSandboxMail(
  { sandboxMails, mailReader }: ReadSandboxMailDeps,
  owner: Owner,
  id: string,
): Promise<ReadMail> {
  const [mail, source] = await Promise.all([sandboxMails.find(owner, id), sandboxMails.source(owner, id)]);
  if (mail === undefined || source === undefined) throw notFound();
  return shownWhole({ mail, ...(await mailReader.read(source)) }, "message");
}

export interface SourceQuestion {
  readonly id: string;
  /** The byte at which the wanted part begins; absent for the whole source. */
  readonly from?: number | undefined;
}

/**
 * Returns the mail as it would have gone to the mail server, or a part of it.
 * @throws Refusal `not_found`, or `invalid_request` when the whole does not fit into an answer
 */
export async function sandboxMailSource(
  { sandboxMails }: Pick<ReadSandboxMailDeps, "sandboxMails">,
  owner: Owner,
  { id, from }: SourceQuestion,
): Promise<string> {
  const source = await sandboxMails.source(owner, id);
  if (source === undefined) throw notFound();
  // Mails are composed as text in UTF-8.
  const text = new TextDecoder().decode(from === undefined ? source : partOf(source, from));
  if (payloadBytes(text) > MAX_PAYLOAD_BYTES - HEADERS_BYTES)
    throw invalid("the message is too large for one answer: read it in parts with from");
  return text;
}

/** Of bytes that JSON writes with two characters each, such as line breaks, this many fit into an answer. */
const PART_BYTES = 3_000_000;

/** Returns the bytes from a place on, and at the end as many more as finish a character (RFC 3629). */
function partOf(source: Uint8Array, from: number): Uint8Array {
  let end = from + PART_BYTES;
  while (((source[end] ?? 0) & 0xc0) === 0x80) end += 1;
  return source.subarray(from, end);
}
