import { once } from "../kernel/once.ts";
import { emailShowcase } from "./email-channel.ts";
import { shownSource } from "./smtp/shown-source.ts";
import { attachmentBucket, sendingAccounts } from "./wiring.ts";

/** The showcase of email has a wiring file of its own, because it loads the library that writes messages. */
export const shownEmail = /* @__PURE__ */ once(() =>
  emailShowcase({
    sendingAccounts: sendingAccounts(),
    mailFiles: attachmentBucket(),
    messageComposer: shownSource,
  }),
);
