import { basics } from "../kernel/basics.ts";
import { sandboxMails } from "../sandbox/mail-wiring.ts";
import type { Mailer } from "./ports.ts";
import { SandboxMailer, type SandboxMailerOptions } from "./sandbox/sandbox-mailer.ts";

const noFiles = () => Promise.reject(new Error("no files are stored here"));

/** Makes the mailer of test mode: for notifications with a queue, and for test sends, which have no files, without. */
export const sandboxMailer = (options: Partial<Pick<SandboxMailerOptions, "readFile" | "sandboxQueue">> = {}): Mailer =>
  new SandboxMailer({ ...basics(), sandboxMails: sandboxMails(), readFile: noFiles, ...options });
