import { type FunctionHost, startFunctionHost } from "./aws/function-host/function-host.ts";
import { type LocalMedia, localMedia } from "./aws/media-origin/local-media.ts";
import { openCertificateAuthority } from "./certificate-authority.ts";
import { cursorKey, type DataFolder, sealKeyFile, writePrivately } from "./data-folder.ts";
import { demoOwners } from "./demo-owners.ts";
import { CONTENT_BUCKET, type Engines, RETURNED_MAIL_BUCKET, startEngines } from "./engines.ts";
import { functionEnvironment, LOCAL_CREDENTIALS, LOCAL_REGION } from "./environment.ts";
import { endFormerLeases } from "./former-leases/end-former-leases.ts";
import { guidesListener } from "./guides/guides-listener.ts";
import { keepLog } from "./kept-log.ts";
import type { LocalSettings } from "./local-settings.ts";
import { openPanelSite } from "./panel/panel-site.ts";
import { referenceCredentials } from "./reference-credentials.ts";
import { receiptRule } from "./returned-mail.ts";
import { byUsualPort, type LocalStack, writeStackFile } from "./stack-file.ts";
import { colourFor, terminalLine } from "./terminal-line.ts";
import { type ChatSimulator, startChatSimulator } from "./world/chat-simulator/start-chat-simulator.ts";
import { PANEL_CLIENT_ID } from "./world/identity-provider/clients.ts";
import { type IdentityProvider, startIdentityProvider } from "./world/identity-provider/start-identity-provider.ts";
import { type Mailbox, startMailbox } from "./world/mailbox/start-mailbox.ts";

/** This topic carries the chat provider's events. */
const TOPIC_ARN = `arn:aws:sns:${LOCAL_REGION}:000000000000:herald-chat-events`;
/**
 * The required scope (D8), scopes for the user's name, and one for a refresh token, so that a sign-in outlives its
 * access token.
 */
const PANEL_SCOPE = "openid profile email offline_access notifications";
/**
 * `npm start` promises to end within 5 s, and closing mailbox and engines takes up to two. Work that still runs after
 * this is continued by the next start.
 */
const RUNNING_WORK_MS = 3000;

/** Starts the parts one after the other, each with what it needs from the earlier ones. */
export async function startParts(
  folder: DataFolder,
  settings: LocalSettings,
  onFailure: (what: string) => void,
): Promise<LocalStack> {
  const panel: { url?: string } = {};
  const endLog = keepLog(folder, { shown: settings.HERALD_LOG === "json" ? undefined : shownLine });
  const [world, siteFor] = await Promise.all([startWorld(settings, { folder, onFailure, panel }), openPanelSite()]);
  const { engines, identityProvider, mailbox } = world;
  const environment = environmentOf(settings, world);
  Object.assign(process.env, environment);
  // The operator's commands run in other processes and read the variables from this file.
  writePrivately(folder.file("functions.env.json"), JSON.stringify(environment));
  const [owners] = await Promise.all([demoOwners(folder, mailbox.smtpPort), endFormerLeases(engines)]);
  const site = siteFor(() => ({
    config: panelConfig(panel.url ?? "", world, settings),
    oidcOrigins: settings.HERALD_OIDC_ORIGINS,
  }));
  const guides = guidesListener({ addresses: () => byUsualPort(panel.url, world) });
  const { sub, api_key: apiKey } = owners.demo;
  const lend = referenceCredentials(() => ({ authUrl: identityProvider.url, apiKey, sub }));
  const host = await startFunctionHost({
    port: settings.HERALD_PORT,
    engines,
    checkpointsFile: folder.file("streams.sqlite"),
    site,
    listenerOf: (path) => guides(path) ?? lend(path) ?? world.media.listenerOf(path),
    everySeconds: everySecondsOf(settings),
    onFailure,
  });
  panel.url = host.url;
  world.media.useBaseUrl(host.url);
  // Only now is the port known. The functions that make links run in this process and start with their first request.
  process.env.PUBLIC_URL = host.url;
  const stack = {
    baseUrl: host.url,
    authUrl: identityProvider.url,
    mailboxUrl: mailbox.url,
    smtpPort: mailbox.smtpPort,
    chatSimulatorUrl: world.chatSimulator.url,
    owners,
    stop: () => stop({ ...world, host }).finally(endLog),
  };
  writeStackFile(folder, stack, { topicArn: TOPIC_ARN, bounceDomain: settings.HERALD_BOUNCE_DOMAIN });
  return stack;
}

const everySecondsOf = (settings: LocalSettings) => ({
  sweep: settings.HERALD_SWEEP_SECONDS,
  "sweep-webhooks": settings.HERALD_SWEEP_SECONDS,
  "send-alerts": settings.HERALD_SWEEP_SECONDS,
  "reconcile-chat-templates": settings.HERALD_CHAT_RECONCILE_SECONDS,
});

const shownLine = (line: string): string | undefined => terminalLine(line, colourFor(process.stdout));

interface World {
  readonly folder: DataFolder;
  readonly engines: Engines;
  readonly identityProvider: IdentityProvider;
  readonly mailbox: Mailbox;
  readonly chatSimulator: ChatSimulator;
  readonly media: LocalMedia;
  readonly authorityFile: string;
}

interface WorldOptions {
  readonly folder: DataFolder;
  readonly onFailure: (what: string) => void;
  /** The panel's address is set after all other parts have started. */
  readonly panel: { readonly url?: string };
}

/** Starts the parts that the functions communicate with: engines, mailbox, chat simulator and identity provider. */
async function startWorld(settings: LocalSettings, { folder, onFailure, panel }: WorldOptions): Promise<World> {
  const panelOrigins = () => (panel.url === undefined ? [] : [panel.url]);
  const [engines, authority, identityProvider] = await Promise.all([
    startEngines({ folder, tableEndpoint: settings.HERALD_DYNAMODB_ENDPOINT, onFailure }),
    openCertificateAuthority(folder.file("authority")),
    startIdentityProvider({
      port: settings.HERALD_AUTH_PORT,
      tokenPort: settings.HERALD_AUTH_TOKEN_PORT,
      dataDir: folder.path,
      panelOrigins,
    }),
  ]);
  const authorityFile = folder.file("authority.pem");
  writePrivately(authorityFile, authority.certificatePem);
  const chatSimulator = await startChatSimulator({
    port: settings.HERALD_CHAT_PORT,
    dataDir: folder.path,
    // Events wait until the webhook's address is known.
    webhookUrl: () => panel.url && `${panel.url}/webhooks/cloud/topic/chat`,
    topicArn: TOPIC_ARN,
    region: LOCAL_REGION,
    reviewSeconds: settings.HERALD_CHAT_REVIEW_SECONDS,
    objectStore: { endpoint: engines.object.endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS },
  });
  const mailbox = await startMailbox({
    httpPort: settings.HERALD_MAILBOX_PORT,
    smtpPort: settings.HERALD_SMTP_PORT,
    dataDir: folder.path,
    keep: settings.HERALD_MAILBOX_KEEP,
    authority,
    takesBack: receiptRule(engines, settings.HERALD_BOUNCE_DOMAIN),
  });
  const media = localMedia(folder, engines, settings.HERALD_PORT);
  return { folder, engines, identityProvider, mailbox, chatSimulator, media, authorityFile };
}

const panelConfig = (
  baseUrl: string,
  { identityProvider, mailbox, chatSimulator }: World,
  settings: LocalSettings,
) => ({
  issuer: identityProvider.url,
  client_id: PANEL_CLIENT_ID,
  base_url: baseUrl,
  scope: PANEL_SCOPE,
  http_api_provider: settings.HERALD_HTTP_API_PROVIDER === "true",
  bounce_domain: settings.HERALD_BOUNCE_DOMAIN,
  tools: [
    { label: "Guides", url: `${baseUrl}/docs/guides` },
    { label: "Mailbox", url: mailbox.url },
    { label: "Chat simulator", url: chatSimulator.url },
  ],
});

function environmentOf(
  settings: LocalSettings,
  { folder, engines, identityProvider, chatSimulator, media, authorityFile }: World,
): Record<string, string> {
  return functionEnvironment(settings, {
    tableEndpoint: engines.table.endpoint,
    queueEndpoint: engines.queue.endpoint,
    objectEndpoint: engines.object.endpoint,
    chatProviderEndpoint: chatSimulator.url,
    topicArn: TOPIC_ARN,
    topicOrigin: chatSimulator.certificateUrlOrigin,
    inboundMessageQueueUrl: engines.queueUrl("inbound-messages"),
    chatEventQueueUrl: engines.queueUrl("chat-events"),
    returnedMailQueueUrl: engines.queueUrl("returned-mail"),
    deliveryQueueUrl: engines.queueUrl("delivery"),
    announcementDeadLettersUrl: engines.queueUrl("announcement-dead-letters"),
    webhookQueueUrl: engines.queueUrl("webhooks"),
    sandboxQueueUrl: engines.queueUrl("sandbox"),
    contentBucket: CONTENT_BUCKET,
    returnedMailBucket: RETURNED_MAIL_BUCKET,
    sealKeyFile: sealKeyFile(folder),
    cursorKey: cursorKey(sealKeyFile(folder)),
    issuer: identityProvider.url,
    authorityFile,
    media: media.addresses,
  });
}

/** Stops the parts that accept work first, and then the parts that the work needs. */
async function stop({
  folder,
  engines,
  identityProvider,
  mailbox,
  chatSimulator,
  media,
  host,
}: World & { host: FunctionHost }): Promise<void> {
  await host.stop(RUNNING_WORK_MS);
  media.close();
  // Messages that the mailbox and the simulator have accepted can still be recorded.
  await Promise.all([mailbox.close(), chatSimulator.close(), identityProvider.close()]);
  await engines.close();
  folder.unlock();
}
