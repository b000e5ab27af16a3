import { GUIDES_ROOT } from "../guides-site.ts";
import { tableVariable } from "../tables.ts";
import type { DataStack } from "./data-stack.ts";
import type { Settings } from "./settings.ts";
import { userPoolOf } from "./user-pool.ts";

/** Lambda unpacks a function's code here. */
const TASK_ROOT = "/var/task";

export interface EnvironmentSources {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly deliveryQueueUrl: string;
}

/**
 * Returns all variables that `shared/kernel/config.ts` knows. They are names and settings and contain no secret; each
 * function gets those that it reads.
 */
export function functionEnvironment({ settings, data, deliveryQueueUrl }: EnvironmentSources): Record<string, string> {
  const tableNames = new Map([...data.tables].map(([name, table]) => [tableVariable(name), table.tableName]));
  return {
    ...Object.fromEntries(tableNames),
    DELIVERY_QUEUE_URL: deliveryQueueUrl,
    CONTENT_BUCKET: data.content.bucketName,
    SECRET_KEY_ID: data.sealingKey.keyArn,
    OIDC_ISSUER: settings.oidcIssuer,
    ...(settings.oidcAudience && { OIDC_AUDIENCE: settings.oidcAudience }),
    COGNITO_USER_POOL_ID: userPoolOf(settings.oidcIssuer) ?? "",
    ADMINISTRATOR_ROLE: settings.administratorRole,
    CHAT_API_VERSION: settings.metaApiVersion,
    REQUIRED_SCOPE: settings.requiredScope,
    ROUTINE_LOG_SHARE: String(settings.routineLogShare),
    RATE_REFILL_PER_SECOND: String(settings.rateRefillPerSecond),
    RATE_BURST: String(settings.rateBurst),
    BACKOFF_BASE_SECONDS: String(settings.backoffBaseSeconds),
    LEASE_SECONDS: String(settings.leaseSeconds),
    CONTENT_KEPT_DAYS: String(settings.contentKeptDays),
    RECORD_KEPT_DAYS: String(settings.recordKeptDays),
    HTTP_API_PROVIDER: String(settings.httpApiProvider),
    BOUNCE_DOMAIN: settings.bounceDomain ?? "",
    RETURNED_MAIL_BUCKET: data.returnedMail?.bucketName ?? "",
    WEBHOOK_HTTP: String(settings.webhookHttp),
    DIRECT_CALLS: String(settings.directCalls),
    MCP_ALLOWED_ORIGINS: settings.mcpAllowedOrigins.join(","),
    PRIVATE_NETWORK_ALLOW: settings.privateNetworkAllow.join(","),
    PUBLIC_URL: settings.domainName === undefined ? "" : `https://${settings.domainName}`,
    GUIDES_URL: GUIDES_ROOT,
    DOCS_ASSETS_DIR: `${TASK_ROOT}/assets`,
  };
}
