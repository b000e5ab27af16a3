import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { MailListing } from "./contract/mails.ts";
import type { SandboxMail } from "./domain/sandbox-mail.ts";
import type { SandboxMails } from "./ports.ts";

export interface ListSandboxMailsDeps {
  readonly sandboxMails: Pick<SandboxMails, "list">;
  readonly cursors: Cursors;
}

export interface ListedMails {
  readonly mails: readonly SandboxMail[];
  readonly nextCursor?: string | undefined;
}

/** Returns a page of an owner's mails of test mode, newest first. A cursor is valid only for the same owner and recipient, but for any limit (D31). */
export async function listSandboxMails(
  { sandboxMails, cursors }: ListSandboxMailsDeps,
  owner: Owner,
  { to, limit, cursor }: MailListing,
): Promise<ListedMails> {
  const bound = boundCursors(cursors, owner, JSON.stringify(["sandbox-mails", to?.toLowerCase()]));
  const after = bound.read(cursor);
  const { mails, next } = await sandboxMails.list(owner, { to, limit, after });
  return { mails, ...bound.next(next) };
}
