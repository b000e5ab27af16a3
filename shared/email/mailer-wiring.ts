import { readFileSync } from "node:fs";
import { config } from "../kernel/config.ts";
import { type AddressGuard, addressGuard } from "../kernel/network/address-guard.ts";
import { once } from "../kernel/once.ts";
import type { HttpApiSettings } from "./domain/sending-account.ts";
import { MailerByProvider } from "./http-api/mailer-by-provider.ts";
import type { Mailer } from "./ports/mailer.ts";
import { SmtpMailer } from "./smtp/smtp-mailer.ts";

/** Per environment. */
export const CONNECTIONS_PER_ACCOUNT = 2;

interface Trust {
  readonly guard: AddressGuard;
  readonly extraAuthorities: readonly string[];
}

/** Loaded by the first mail that needs it: most deployments have the provider switched off. */
function httpApiOnDemand(trust: Trust): Mailer<HttpApiSettings> {
  let loaded: Promise<Mailer<HttpApiSettings>> | undefined;
  const load = async () => {
    const [{ HttpApiMailer }, { goProviderTemplates }] = await Promise.all([
      import("./http-api/http-api-mailer.ts"),
      import("./http-api/go-provider-templates.ts"),
    ]);
    return new HttpApiMailer({ ...trust, templates: goProviderTemplates });
  };
  return {
    async send(route, mail, timeoutMs) {
      loaded ??= load();
      return (await loaded).send(route, mail, timeoutMs);
    },
  };
}

export const mailer = once(() => {
  const { PRIVATE_NETWORK_ALLOW: allow, EXTRA_AUTHORITY_FILES, HTTP_API_PROVIDER } = config();
  const guard = addressGuard({ allow });
  const extraAuthorities = EXTRA_AUTHORITY_FILES.map((file) => readFileSync(file, "utf8"));
  return new MailerByProvider({
    smtp: new SmtpMailer({ guard, extraAuthorities, maxConnectionsPerAccount: CONNECTIONS_PER_ACCOUNT }),
    httpApi: HTTP_API_PROVIDER ? httpApiOnDemand({ guard, extraAuthorities }) : undefined,
  });
});
