import { secretBox } from "../aws/secret-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import type { Outlet } from "../notifications/channel.ts";
import { notifications } from "../notifications/wiring.ts";
import { sandboxQueue } from "../sandbox/queue-wiring.ts";
import { suppressions } from "../suppressions/wiring.ts";
import { byMode, NO_SECRETS } from "./by-mode.ts";
import { emailOutlet } from "./email-channel.ts";
import type { Mailer } from "./ports.ts";
import { attachmentBucket, mailerWith, sendingAccounts } from "./wiring.ts";

/** Puts mails of test mode into the sandbox. It is loaded at the process's first one, because most processes see none. */
const sandbox = (): Mailer =>
  lazyPort(async () => {
    const { sandboxMailer } = await import("./sandbox-wiring.ts");
    return sandboxMailer({ readFile: attachmentBucket().read, sandboxQueue: sandboxQueue() });
  }, ["send"]);

/** Mails of test mode go to the sandbox of their owner, by an outlet of their own. */
export const deliveredEmail = /* @__PURE__ */ once((): Outlet => {
  const services = {
    ...basics(),
    sendingAccounts: sendingAccounts(),
    notifications: notifications(),
    mailFiles: attachmentBucket(),
    suppressions: suppressions(),
  };
  const outletOf = byMode(
    emailOutlet({ ...services, secretBox: secretBox(), mailer: mailerWith(attachmentBucket().read) }),
    emailOutlet({ ...services, secretBox: NO_SECRETS, mailer: sandbox() }),
  );
  return { send: (claimed, acquire) => outletOf(claimed.owner).send(claimed, acquire) };
});
