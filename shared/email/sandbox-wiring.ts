import { basics } from "../kernel/basics.ts";
import { sandboxMails } from "../sandbox/mail-wiring.ts";
import { sandboxQueue } from "../sandbox/queue-wiring.ts";
import type { Mailer, MailFiles } from "./ports.ts";
import { SandboxMailer } from "./sandbox/sandbox-mailer.ts";

/** Makes the mailer of test mode for notifications. */
export const sandboxMailer = (readFile: MailFiles["read"]): Mailer =>
  new SandboxMailer({ ...basics(), sandboxMails: sandboxMails(), sandboxQueue: sandboxQueue(), readFile });

/** Makes the mailer of test mode for the test sends of accounts, which have no files. */
export const sandboxTestMailer = (): Mailer =>
  new SandboxMailer({
    ...basics(),
    sandboxMails: sandboxMails(),
    readFile: () => Promise.reject(new Error("no files are stored here")),
  });
