import { basics } from "../kernel/basics.ts";
import type { SandboxMails, SandboxQueue } from "../sandbox/ports.ts";
import type { Mailer, MailFiles } from "./ports.ts";
import { SandboxMailer } from "./sandbox/sandbox-mailer.ts";

/** Makes the mailer of test mode for notifications. */
export const sandboxMailer = (
  sandboxMails: SandboxMails,
  sandboxQueue: SandboxQueue,
  readFile: MailFiles["read"],
): Mailer => new SandboxMailer({ ...basics(), sandboxMails, sandboxQueue, readFile });

/** Makes the mailer of test mode for the test sends of accounts, which have no files. */
export const sandboxTestMailer = (sandboxMails: SandboxMails): Mailer =>
  new SandboxMailer({
    ...basics(),
    sandboxMails,
    readFile: () => Promise.reject(new Error("no files are stored here")),
  });
