import { blobs, dynamo } from "../aws/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import { DynamoSandboxMails } from "./dynamo/sandbox-mails.ts";
import type { MailReader } from "./ports.ts";

export const sandboxMails = /* @__PURE__ */ once(
  () => new DynamoSandboxMails(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().realClock, blobs }),
);

/** The parser is loaded when the first mail is read. */
const mailReader = (): MailReader =>
  lazyPort(async () => (await import("./mime/mail-reader.ts")).postalMailReader, ["read"]);

/** Services that show an owner the mails of test mode. */
export const sandboxMailServices = /* @__PURE__ */ once(() => ({
  sandboxMails: sandboxMails(),
  mailReader: mailReader(),
  cursors: cursors(),
}));
