import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { secretBox } from "../aws/secret-wiring.ts";
import { blobs, dynamo } from "../aws/wiring.ts";
import { testClocks } from "../edge/test-clock-wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { templateCache } from "../go-template/template-cache.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { type AddressGuard, addressGuard } from "../kernel/network/address-guard.ts";
import { once } from "../kernel/once.ts";
import type { Owner } from "../kernel/owner.ts";
import { remembered } from "../kernel/remembered.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { isTestOwner } from "../kernel/test-mode.ts";
import type { Outlet } from "../notifications/channel.ts";
import { notifications } from "../notifications/wiring.ts";
import { returnKeys } from "../returned-mail/wiring.ts";
import { sandboxMails } from "../sandbox/mail-wiring.ts";
import { sandboxQueue } from "../sandbox/queue-wiring.ts";
import { suppressions, unsubscribeLinks } from "../suppressions/wiring.ts";
import { beginningWithSandbox } from "./beginning-with-sandbox.ts";
import { ResolvedDomainTexts } from "./dns/resolved-domain-texts.ts";
import { ConnectionAllowances } from "./domain/connection-allowance.ts";
import type { HttpApiSettings } from "./domain/sending-account.ts";
import { DynamoTemplateSampleStore } from "./dynamo/email-template-samples.ts";
import { DynamoEmailTemplateStore } from "./dynamo/email-template-store.ts";
import { DynamoSendingAccountStore } from "./dynamo/sending-account-store.ts";
import { emailIntake, emailOutlet } from "./email-channel.ts";
import { MailerByProvider } from "./mailer-by-provider.ts";
import type { Mailer, MailFiles, UploadedFiles } from "./ports.ts";
import { renderTimeOf } from "./render-time.ts";
import { SmtpMailer } from "./smtp/smtp-mailer.ts";

export { readSendingAccountImage } from "./dynamo/sending-account-image.ts";

export const sendingAccounts = /* @__PURE__ */ once(() =>
  beginningWithSandbox(new DynamoSendingAccountStore(dynamo(), config("CONFIG_TABLE")), {
    ...basics(),
    testClocks,
    hash: basics().identifiers.hash,
  }),
);

/** Loads the template engine on demand, because few requests need it. */
const faultOfProviderTemplate = async (text: string): Promise<string | undefined> => {
  const templates = await import("./http-api/go-provider-templates.ts");
  return templates.faultOfProviderTemplate(text);
};

export const sendingAccountServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  sendingAccounts: sendingAccounts(),
  secretBox: secretBox(),
  returnKeys: returnKeys(),
  bounceDomain: config("BOUNCE_DOMAIN"),
  isHttpApiEnabled: config("HTTP_API_PROVIDER"),
  faultOfProviderTemplate,
}));

/** Services that save accounts. */
export const savedAccountServices = /* @__PURE__ */ once(() => ({
  ...sendingAccountServices(),
  chatTopicArn: config("CHAT_TOPIC_ARN"),
}));

interface Trust {
  readonly guard: AddressGuard;
  readonly extraAuthorities: readonly string[];
}

/** Loads the HTTP provider's mailer at the first mail that needs it, because most deployments have this provider switched off. */
async function loadHttpApi(trust: Trust): Promise<Mailer<HttpApiSettings>> {
  const [{ HttpApiMailer }, { goProviderTemplates }] = await Promise.all([
    import("./http-api/http-api-mailer.ts"),
    import("./http-api/go-provider-templates.ts"),
  ]);
  return new HttpApiMailer({ ...trust, templates: goProviderTemplates });
}

/** The client of the bucket is loaded at the first mail with an uploaded file, because most mails have none. */
export const attachmentBucket = /* @__PURE__ */ once(() =>
  lazyPort(async (): Promise<UploadedFiles & MailFiles> => {
    const { S3AttachmentBucket } = await import("./s3/attachment-bucket.ts");
    return new S3AttachmentBucket(config("CONTENT_BUCKET"));
  }, ["find", "keep", "renew", "has", "read"]),
);

/** The worker's permits and the mailer's connections share these allowances. */
export const connectionAllowances = /* @__PURE__ */ once(() => new ConnectionAllowances(() => performance.now()));

/** Makes the mailer. `readFile` is absent in functions whose mails have no files. */
function mailerWith(readFile?: MailFiles["read"]): Mailer {
  const guard = addressGuard({ allow: config("PRIVATE_NETWORK_ALLOW") });
  const extraAuthorities = config("EXTRA_AUTHORITY_FILES").map((file) => readFileSync(file, "utf8"));
  return new MailerByProvider({
    smtp: new SmtpMailer({
      guard,
      extraAuthorities,
      allowances: connectionAllowances(),
      ...(readFile && { readFile }),
    }),
    httpApi: config("HTTP_API_PROVIDER")
      ? lazyPort(() => loadHttpApi({ guard, extraAuthorities }), ["send"])
      : undefined,
  });
}

/** In test mode, the secrets of accounts are never opened, because nothing is sent to their servers (D48b). */
const NO_SECRETS: Pick<SecretBox, "open"> = { open: async () => "" };

/** Returns the services of the owner's mode. Those of test mode have no code of the network. */
const byMode =
  <Live, Test>(live: Live, test: Test) =>
  (owner: Owner): Live | Test =>
    isTestOwner(owner) ? test : live;

export const sendingAccountTestServices = /* @__PURE__ */ once(() =>
  byMode(
    { ...sendingAccountServices(), mailer: mailerWith() },
    {
      ...sendingAccountServices(),
      secretBox: NO_SECRETS,
      mailer: lazyPort(async () => (await import("./sandbox-wiring.ts")).sandboxTestMailer(sandboxMails()), ["send"]),
    },
  ),
);

export const senderDomainServices = /* @__PURE__ */ once(() =>
  byMode(
    { sendingAccounts: sendingAccounts(), domainTexts: new ResolvedDomainTexts() },
    // Test mode asks no name server, and tells what a check tells when none has answered.
    { sendingAccounts: sendingAccounts(), domainTexts: { at: async () => undefined } },
  ),
);

/** Each process keeps at most this many parsed templates. */
const CACHE_LIMITS = { maxEntries: 500, maxCharacters: 4_000_000 };

export const emailTemplateServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  emailTemplates: new DynamoEmailTemplateStore(dynamo(), { table: config("CONFIG_TABLE"), blobs }),
  parseTemplate: templateCache(CACHE_LIMITS, basics().identifiers.hash),
}));

/** Services with cursors, apart from the other services of templates, whose functions have no key for cursors. */
export const emailTemplateListServices = /* @__PURE__ */ once(() => ({
  ...emailTemplateServices(),
  cursors: cursors(),
}));

/** These services accept mail; none of them sends. */
export const emailIntakeServices = /* @__PURE__ */ once(() => ({
  ...emailTemplateServices(),
  sendingAccounts: sendingAccounts(),
  uploadedFiles: attachmentBucket(),
  unsubscribeLinks: unsubscribeLinks(),
}));

export const acceptedEmail = /* @__PURE__ */ once(() => emailIntake(emailIntakeServices()));

/** With these limits, a hundred mails render within 10 s, which leaves enough of the answer's time for parsing and storing. */
const BATCH_RENDER_TIME = { ownMs: 50, sharedMs: 5_000 };

/** Returns an intake for one batch, which reads each account and template only once and shares one rendering time. */
export const acceptedEmails = () => {
  const { emailTemplates, sendingAccounts: accounts, ...services } = emailIntakeServices();
  return emailIntake({
    ...services,
    renderTime: renderTimeOf({
      ...BATCH_RENDER_TIME,
      now: () => performance.now(),
      nextTurn: () => setImmediate(),
    }),
    emailTemplates: remembered(emailTemplates, ["get", "findByAlias", "version"]),
    sendingAccounts: remembered(accounts, ["findPresent", "findDefault"]),
  });
};

/** Mails of test mode go to the sandbox of their owner, by an outlet of their own. */
export const deliveredEmail = /* @__PURE__ */ once((): Outlet => {
  const services = {
    ...basics(),
    sendingAccounts: sendingAccounts(),
    notifications: notifications(),
    mailFiles: attachmentBucket(),
    suppressions: suppressions(),
  };
  const { read } = attachmentBucket();
  const sandbox = lazyPort(async () => {
    const { sandboxMailer } = await import("./sandbox-wiring.ts");
    return sandboxMailer(sandboxMails(), sandboxQueue(), read);
  }, ["send"]);
  const outletOf = byMode(
    emailOutlet({ ...services, secretBox: secretBox(), mailer: mailerWith(read) }),
    emailOutlet({ ...services, secretBox: NO_SECRETS, mailer: sandbox }),
  );
  return { send: (claimed, acquire) => outletOf(claimed.owner).send(claimed, acquire) };
});

export const templateSampleServices = /* @__PURE__ */ once(() => ({
  templateSamples: new DynamoTemplateSampleStore(dynamo(), config("CONFIG_TABLE")),
}));
