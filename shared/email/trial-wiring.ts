import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import { byMode, NO_SECRETS } from "./by-mode.ts";
import { ResolvedDomainTexts } from "./dns/resolved-domain-texts.ts";
import type { Mailer } from "./ports.ts";
import { mailerWith, sendingAccountServices, sendingAccounts } from "./wiring.ts";

/** Puts test sends of test mode into the sandbox. They have no files. */
const sandbox = (): Mailer => lazyPort(async () => (await import("./sandbox-wiring.ts")).sandboxMailer(), ["send"]);

export const sendingAccountTestServices = /* @__PURE__ */ once(() =>
  byMode(
    { ...sendingAccountServices(), mailer: mailerWith() },
    { ...sendingAccountServices(), secretBox: NO_SECRETS, mailer: sandbox() },
  ),
);

export const senderDomainServices = /* @__PURE__ */ once(() =>
  byMode(
    { sendingAccounts: sendingAccounts(), domainTexts: new ResolvedDomainTexts() },
    { sendingAccounts: sendingAccounts(), domainTexts: undefined },
  ),
);
