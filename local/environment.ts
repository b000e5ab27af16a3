import { GUIDES_ROOT } from "../lib/guides-site.ts";
import { referencePage } from "../lib/reference-page.ts";
import { tables, tableVariable } from "../lib/tables.ts";
import type { LocalSettings } from "./local-settings.ts";

export const LOCAL_REGION = "us-east-1";
/** Only the embedded object store checks these credentials, and they are worthless outside this machine. */
export const LOCAL_CREDENTIALS = { accessKeyId: "herald-local", secretAccessKey: "herald-local-secret" } as const;
/** The audience of the local provider's access tokens. An ID token has another audience, so it is refused as an access token. */
export const LOCAL_AUDIENCE = "herald";

/** The local provider lists its users under this pool id. */
const LOCAL_USER_POOL = `${LOCAL_REGION}_herald`;

export interface Addresses {
  readonly tableEndpoint: string;
  readonly queueEndpoint: string;
  readonly objectEndpoint: string;
  readonly chatProviderEndpoint: string;
  readonly topicArn: string;
  readonly topicOrigin: string;
  readonly inboundMessageQueueUrl: string;
  readonly chatEventQueueUrl: string;
  readonly returnedMailQueueUrl: string;
  readonly deliveryQueueUrl: string;
  readonly announcementDeadLettersUrl: string;
  readonly webhookQueueUrl: string;
  readonly sandboxQueueUrl: string;
  readonly contentBucket: string;
  readonly returnedMailBucket: string;
  readonly sealKeyFile: string;
  readonly cursorKey: string;
  readonly issuer: string;
  readonly authorityFile: string;
  /** Without these addresses, the functions keep no media. */
  readonly media?: MediaAddresses;
}

export interface MediaAddresses {
  readonly bucket: string;
  readonly deliveryUrl: string;
  readonly publicKeyId: string;
  readonly privateKeyFile: string;
  readonly queueUrl: string;
}

const TABLE_NAMES = Object.fromEntries(tables.map(({ name }) => [tableVariable(name), name]));

/**
 * Returns the variables that a deployment sets for its functions, with the values of this machine. The same functions
 * run here and in the cloud.
 */
export function functionEnvironment(settings: LocalSettings, addresses: Addresses): Record<string, string> {
  return {
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: addresses.tableEndpoint,
    AWS_ENDPOINT_URL_SQS: addresses.queueEndpoint,
    AWS_ENDPOINT_URL_S3: addresses.objectEndpoint,
    AWS_ENDPOINT_URL_SOCIALMESSAGING: addresses.chatProviderEndpoint,
    ...TABLE_NAMES,
    ...queueVariables(addresses),
    // Webhook receivers under development seldom have TLS.
    WEBHOOK_HTTP: "true",
    CONTENT_BUCKET: addresses.contentBucket,
    BOUNCE_DOMAIN: settings.HERALD_BOUNCE_DOMAIN,
    RETURNED_MAIL_BUCKET: addresses.returnedMailBucket,
    ...(addresses.media && mediaVariables(addresses.media)),
    SECRET_KEY_FILE: addresses.sealKeyFile,
    ...identityVariables(addresses),
    // The simulator answers at once, or not at all if a fault is planned.
    CHAT_SEND_TIMEOUT_SECONDS: "5",
    CHAT_TOPIC_ARN: addresses.topicArn,
    TOPIC_SERVICE_ORIGIN: addresses.topicOrigin,
    RATE_REFILL_PER_SECOND: String(settings.HERALD_RATE_REFILL),
    RATE_BURST: String(settings.HERALD_RATE_BURST),
    BACKOFF_BASE_SECONDS: String(settings.HERALD_BACKOFF_BASE_SECONDS),
    // Postponed messages come back at full seconds, so the wait for a permit must be longer than one second.
    PERMIT_WAIT_SECONDS: "1.25",
    LEASE_SECONDS: String(settings.HERALD_LEASE_SECONDS),
    HTTP_API_PROVIDER: settings.HERALD_HTTP_API_PROVIDER,
    // The mailbox and other servers of a developer are on loopback (D12).
    PRIVATE_NETWORK_ALLOW: "127.0.0.0/8,::1/128",
    EXTRA_AUTHORITY_FILES: addresses.authorityFile,
    CURSOR_KEY: addresses.cursorKey,
    // Allows pages of tools on this machine, such as the MCP inspector.
    MCP_ALLOWED_ORIGINS: "localhost,127.0.0.1",
    DOCS_ASSETS_DIR: referencePage(),
    GUIDES_URL: GUIDES_ROOT,
  };
}

const queueVariables = (addresses: Addresses) => ({
  DELIVERY_QUEUE_URL: addresses.deliveryQueueUrl,
  ANNOUNCEMENT_DEAD_LETTERS_URL: addresses.announcementDeadLettersUrl,
  WEBHOOK_QUEUE_URL: addresses.webhookQueueUrl,
  SANDBOX_QUEUE_URL: addresses.sandboxQueueUrl,
  INBOUND_MESSAGE_QUEUE_URL: addresses.inboundMessageQueueUrl,
  CHAT_EVENT_QUEUE_URL: addresses.chatEventQueueUrl,
  RETURNED_MAIL_QUEUE_URL: addresses.returnedMailQueueUrl,
});

const identityVariables = ({ issuer }: Addresses) => ({
  OIDC_ISSUER: issuer,
  OIDC_AUDIENCE: LOCAL_AUDIENCE,
  COGNITO_USER_POOL_ID: LOCAL_USER_POOL,
  COGNITO_ENDPOINT: issuer,
});

const mediaVariables = ({ bucket, deliveryUrl, publicKeyId, privateKeyFile, queueUrl }: MediaAddresses) => ({
  MEDIA_BUCKET: bucket,
  MEDIA_BUCKET_REGION: LOCAL_REGION,
  MEDIA_DELIVERY_URL: deliveryUrl,
  MEDIA_PUBLIC_KEY_ID: publicKeyId,
  MEDIA_PRIVATE_KEY_FILE: privateKeyFile,
  MEDIA_QUEUE_URL: queueUrl,
});
