import { cursors } from "../edge/wiring.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import { sandboxMails } from "./mail-wiring.ts";
import type { MailReader } from "./ports.ts";

/** The parser is loaded when the first mail is read. */
const mailReader = (): MailReader =>
  lazyPort(async () => (await import("./mime/mail-reader.ts")).postalMailReader, ["read"]);

/** Services that show an owner the mails of test mode. */
export const sandboxMailServices = /* @__PURE__ */ once(() => ({
  sandboxMails: sandboxMails(),
  mailReader: mailReader(),
  cursors: cursors(),
}));
