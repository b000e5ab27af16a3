import { readFileSync } from "node:fs";
import { goProviderTemplates } from "../adapters/http-api/go-provider-templates.ts";
import { HttpApiMailer } from "../adapters/http-api/http-api-mailer.ts";
import { MailerByProvider } from "../adapters/http-api/mailer-by-provider.ts";
import { addressGuard } from "../adapters/network/address-guard.ts";
import { SmtpMailer } from "../adapters/smtp/smtp-mailer.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";

export const mailer = once(() => {
  const { PRIVATE_NETWORK_ALLOW: allow, EXTRA_AUTHORITY_FILES, HTTP_API_PROVIDER } = config();
  const guard = addressGuard({ allow });
  const extraAuthorities = EXTRA_AUTHORITY_FILES.map((file) => readFileSync(file, "utf8"));
  return new MailerByProvider({
    smtp: new SmtpMailer({ guard, extraAuthorities }),
    httpApi: HTTP_API_PROVIDER
      ? new HttpApiMailer({ guard, extraAuthorities, templates: goProviderTemplates })
      : undefined,
  });
});
