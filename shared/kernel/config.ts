import * as z from "zod";

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((entry) => entry.trim())
      .filter(Boolean),
  );
const flag = (fallback: "true" | "false") =>
  z
    .enum(["true", "false"])
    .default(fallback)
    .transform((text) => text === "true");
const positive = z.coerce.number().positive();

const given = z
  .string()
  .optional()
  .transform((text) => text || undefined);

/**
 * Every variable that a function may read from its environment. The names are the same in the cloud and on one machine.
 */
export const variables = {
  CONFIG_TABLE: z.string().min(1),
  API_KEYS_TABLE: z.string().min(1),
  NOTIFICATIONS_TABLE: z.string().min(1),
  CHAT_TABLE: z.string().min(1),
  EVENTS_TABLE: z.string().min(1),
  WEBHOOKS_TABLE: z.string().min(1),
  EPHEMERAL_TABLE: z.string().min(1),
  DELIVERY_QUEUE_URL: z.url(),
  CONTENT_BUCKET: z.string().min(1),
  /** One of these two variables names the key that seals data keys: a KMS key, or a file where there is no KMS. */
  SECRET_KEY_ID: z.string().optional(),
  SECRET_KEY_FILE: z.string().optional(),
  OIDC_ISSUER: z.url(),
  OIDC_AUDIENCE: z.string().optional(),
  /**
   * The id of the issuer's user pool when the issuer is Amazon Cognito, where people can be looked up; empty for every
   * other issuer.
   */
  COGNITO_USER_POOL_ID: given.pipe(
    z
      .string()
      .regex(/^[a-z0-9-]+_[0-9A-Za-z]+$/, "must be a pool's id such as eu-central-1_EXAMPLE")
      .optional(),
  ),
  /** The address of the pool's service. By default it is AWS's own host in the pool's region. */
  COGNITO_ENDPOINT: z.url().optional(),
  REQUIRED_SCOPE: z.string().min(1).default("notifications"),
  /** A person whose `role` claim has this value may manage chat accounts (D11). */
  ADMINISTRATOR_ROLE: z.string().min(1).default("admin"),
  /** The version of the chat platform's API that is sent to the cloud provider with every message. */
  CHAT_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default("v24.0"),
  /**
   * The time limit of one call to the chat provider. With the rest of a send it stays below the 30 seconds of L-send.
   */
  CHAT_SEND_TIMEOUT_SECONDS: positive.max(25).default(20),
  /** Events of the chat provider are accepted only from this topic; without this setting, no events are accepted. */
  CHAT_TOPIC_ARN: z.string().min(1).optional(),
  /** The address of the topic's service. By default it is AWS's own host in the topic's region. */
  TOPIC_SERVICE_ORIGIN: z.url().optional(),
  /** The queues between the chat webhook and its workers: one for customers' messages, and one for all other events. */
  INBOUND_MESSAGE_QUEUE_URL: z.url().optional(),
  CHAT_EVENT_QUEUE_URL: z.url().optional(),
  /** Table changes that could not be announced are kept in this queue. */
  ANNOUNCEMENT_DEAD_LETTERS_URL: z.url(),
  /** The queue whose messages make the worker call webhooks. */
  WEBHOOK_QUEUE_URL: z.url(),
  /** The queue of what is still to happen in test mode. */
  SANDBOX_QUEUE_URL: z.url(),
  /** Says whether webhooks may have addresses without TLS. */
  WEBHOOK_HTTP: flag("false"),
  /** Routine lines of the log are written for this share of the traces. */
  ROUTINE_LOG_SHARE: positive.max(1).default(1),
  /** Mails come back to addresses of this domain. Without it, no sending account has a return path. */
  BOUNCE_DOMAIN: given,
  /** The bucket of the mails that come back. */
  RETURNED_MAIL_BUCKET: given,
  /** The queue of reports about mails that have left. */
  RETURNED_MAIL_QUEUE_URL: z.url(),
  RATE_REFILL_PER_SECOND: positive.default(1),
  RATE_BURST: z.coerce.number().int().positive().default(30),
  BACKOFF_BASE_SECONDS: positive.default(30),
  LEASE_SECONDS: positive.default(90),
  CONTENT_KEPT_DAYS: positive.default(7),
  RECORD_KEPT_DAYS: positive.default(90),
  /**
   * The seconds that an admitted message waits at most for a permit of its account. While the account's sends take longer
   * than this wait, the worker claims no message ahead. The wait and a send must together fit into the worker's timeout
   * and into the lease.
   */
  PERMIT_WAIT_SECONDS: positive.max(10).default(2),
  HTTP_API_PROVIDER: flag("false"),
  /** Says whether frequent table calls skip the SDK's chain of steps (docs/decisions/direct-calls.md). */
  DIRECT_CALLS: flag("true"),
  /** Private networks and hosts that mail may be sent to: CIDR ranges, addresses or host names (D12). */
  PRIVATE_NETWORK_ALLOW: list,
  /** PEM files of certificate authorities that are trusted in addition to the public ones. */
  EXTRA_AUTHORITY_FILES: list,
  ORIGIN_SECRETS: list,
  /** Signs the cursors of lists. Only functions that page through lists have it. */
  CURSOR_KEY: z.string().min(32).optional(),
  /** Pages of these hosts may call the MCP endpoint from a browser. */
  MCP_ALLOWED_ORIGINS: list,
  /** The public address of the deployment, without a slash at its end. Links in mails need it; a deployment without a domain name has none. */
  PUBLIC_URL: given.pipe(z.url({ protocol: /^https?$/ }).optional()),
  DOCS_ASSETS_DIR: z.string().min(1).default("assets"),
  /** The address of the guides. When it is set, the reference links to them. */
  GUIDES_URL: z.string().min(1).optional(),
  /** The bucket for media. When it is empty, no media are kept, neither received nor uploaded ones. */
  MEDIA_BUCKET: given,
  MEDIA_BUCKET_REGION: given,
  /** The prefix of the keys of received media in the bucket. */
  MEDIA_KEY_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/, "must be a path of letters, digits, - and _")
    .default("inbound"),
  MEDIA_DELIVERY_URL: given.pipe(z.url({ protocol: /^https?$/ }).optional()),
  MEDIA_PUBLIC_KEY_ID: given,
  /**
   * One of these two holds the private key: a PEM file, or the PEM encrypted with the service's key (`docs/media.md`).
   */
  MEDIA_PRIVATE_KEY_FILE: given,
  MEDIA_PRIVATE_KEY_SEALED: given,
  MEDIA_URL_SECONDS: z.coerce.number().int().positive().max(604_800).default(900),
  MEDIA_QUEUE_URL: given.pipe(z.url().optional()),
};

type Values = { readonly [Name in keyof typeof variables]: z.output<(typeof variables)[Name]> };
export type VariableName = keyof Values;
const schemas: { readonly [Name in VariableName]: z.ZodType<Values[Name]> } = variables;

/** A variable is missing or wrong; the message names it. */
export class VariableError extends Error {
  override readonly name = "VariableError";
}

/**
 * Reads and checks one variable, so that a function needs only the variables that it reads. Services are built in
 * Lambda's init phase: a missing variable then fails the first start of a deployment and not one of its requests. The
 * name is passed as a text because a test searches the bundles for it.
 */
export function config<Name extends VariableName>(
  name: Name,
  environment: NodeJS.ProcessEnv = process.env,
): Values[Name] {
  const read = schemas[name].safeParse(environment[name]);
  if (read.success) return read.data;
  throw new VariableError(`${name}: ${read.error.issues.map(({ message }) => message).join(", ")}`);
}
