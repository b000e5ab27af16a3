import { shownWhole } from "../kernel/answer-size.ts";
import type { Owner } from "../kernel/owner.ts";
import { notFound } from "../kernel/refusal.ts";
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

/**
 * Returns the mail as it would have gone to the mail server.
 * @throws Refusal `not_found`, or `invalid_request` when it does not fit into an answer
 */
export async function sandboxMailSource(
  { sandboxMails }: Pick<ReadSandboxMailDeps, "sandboxMails">,
  owner: Owner,
  id: string,
): Promise<string> {
  const source = await sandboxMails.source(owner, id);
  if (source === undefined) throw notFound();
  // Mails are composed as text in UTF-8.
  return shownWhole({ source: new TextDecoder().decode(source) }, "message").source;
}
