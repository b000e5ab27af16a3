import { resolve } from "node:path";
import type { LocalSettings } from "./local-settings.ts";

export const LOCAL_REGION = "us-east-1";
/** Checked by the embedded object store only, and worth nothing outside this machine. */
export const LOCAL_CREDENTIALS = { accessKeyId: "herald-local", secretAccessKey: "herald-local-secret" } as const;
/** The local provider's audience: an ID token is no access token here either. */
export const LOCAL_AUDIENCE = "herald";

export interface Addresses {
  readonly tableEndpoint: string;
  readonly queueEndpoint: string;
  readonly objectEndpoint: string;
  readonly deliveryQueueUrl: string;
  readonly contentBucket: string;
  readonly sealKeyFile: string;
  readonly issuer: string;
  readonly authorityFile: string;
}

const ASSETS_DIR = resolve(import.meta.dirname, "../../node_modules/swagger-ui-dist");

/** What a deployment writes into its functions' environment, for this machine: the functions cannot tell the difference. */
export function functionEnvironment(settings: LocalSettings, addresses: Addresses): Record<string, string> {
  return {
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: addresses.tableEndpoint,
    AWS_ENDPOINT_URL_SQS: addresses.queueEndpoint,
    AWS_ENDPOINT_URL_S3: addresses.objectEndpoint,
    CONFIG_TABLE: "Config",
    API_KEYS_TABLE: "ApiKeys",
    NOTIFICATIONS_TABLE: "Notifications",
    EPHEMERAL_TABLE: "Ephemeral",
    DELIVERY_QUEUE_URL: addresses.deliveryQueueUrl,
    CONTENT_BUCKET: addresses.contentBucket,
    SECRET_KEY_FILE: addresses.sealKeyFile,
    OIDC_ISSUER: addresses.issuer,
    OIDC_AUDIENCE: LOCAL_AUDIENCE,
    RATE_REFILL_PER_SECOND: String(settings.HERALD_RATE_REFILL),
    RATE_BURST: String(settings.HERALD_RATE_BURST),
    BACKOFF_BASE_SECONDS: String(settings.HERALD_BACKOFF_BASE_SECONDS),
    // One process is all the workers there are: places must come free quickly.
    LANE_WAIT_SECONDS: "0.8",
    LEASE_SECONDS: String(settings.HERALD_LEASE_SECONDS),
    HTTP_API_PROVIDER: settings.HERALD_HTTP_API_PROVIDER,
    // The mailbox and whatever else a developer runs lives on loopback (D12).
    PRIVATE_NETWORK_ALLOW: "127.0.0.0/8,::1/128",
    EXTRA_AUTHORITY_FILES: addresses.authorityFile,
    DOCS_ASSETS_DIR: ASSETS_DIR,
  };
}
