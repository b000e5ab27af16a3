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

/** Everything that a function may read from its environment. The same names in the cloud and on one machine. */
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
  /** One of the two holds the key that seals secrets: a KMS key, or a file where there is no KMS. */
  SECRET_KEY_ID: z.string().optional(),
  SECRET_KEY_FILE: z.string().optional(),
  OIDC_ISSUER: z.url(),
  OIDC_AUDIENCE: z.string().optional(),
  /** Of the issuer that is a user pool of Amazon Cognito: people can be looked up there. Empty for every other issuer. */
  COGNITO_USER_POOL_ID: given.pipe(
    z
      .string()
      .regex(/^[a-z0-9-]+_[0-9A-Za-z]+$/, "must be a pool's id such as eu-central-1_EXAMPLE")
      .optional(),
  ),
  /** Where the pool's service answers; the cloud's own host of the pool's region when it is not said. */
  COGNITO_ENDPOINT: z.url().optional(),
  REQUIRED_SCOPE: z.string().min(1).default("notifications"),
  /** D11: whose `role` claim holds it may manage chat accounts. */
  ADMINISTRATOR_ROLE: z.string().min(1).default("admin"),
  /** Of the chat platform's API, as the cloud provider gets it with every message. */
  CHAT_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/)
    .default("v24.0"),
  /** For one call to the chat provider; with the rest of a send it stays below the 30 seconds of L-send. */
  CHAT_SEND_TIMEOUT_SECONDS: positive.max(25).default(20),
  /** The one topic that the chat provider's events may come from; without it no event is taken. */
  CHAT_TOPIC_ARN: z.string().min(1).optional(),
  /** Where the topic's service answers; the cloud's own host of the topic's region when it is not said. */
  CHAT_TOPIC_ORIGIN: z.url().optional(),
  /** Between the webhook and its worker. */
  CHAT_EVENT_QUEUE_URL: z.url().optional(),
  /** Where changes of tables stay that could not be announced. */
  ANNOUNCEMENT_DEAD_LETTERS_URL: z.url(),
  /** Calls a webhook's worker. */
  WEBHOOK_QUEUE_URL: z.url(),
  /** Whether webhooks may have addresses without TLS. */
  WEBHOOK_HTTP: flag("false"),
  RATE_REFILL_PER_SECOND: positive.default(1),
  RATE_BURST: z.coerce.number().int().positive().default(30),
  BACKOFF_BASE_SECONDS: positive.default(30),
  LEASE_SECONDS: positive.default(90),
  CONTENT_KEPT_DAYS: positive.default(7),
  RECORD_KEPT_DAYS: positive.default(90),
  /**
   * How long a message waits for its account before it makes room for others, and once more, claimed, for its turn: more than a second,
   * since what was sent away comes back at whole seconds; twice that and a send must fit in the worker's timeout and in the lease.
   */
  PERMIT_WAIT_SECONDS: positive.max(10).default(2),
  HTTP_API_PROVIDER: flag("false"),
  /** Whether frequent calls of tables skip the SDK's chain of steps: docs/decisions/direct-calls.md. */
  DIRECT_CALLS: flag("true"),
  /** Private networks and hosts that mail may go to: CIDR ranges, addresses or host names (D12). */
  PRIVATE_NETWORK_ALLOW: list,
  /** PEM files of authorities to trust beside the public ones. */
  EXTRA_AUTHORITY_FILES: list,
  ORIGIN_SECRETS: list,
  /** Signs the cursors of lists; only the functions that page have it. */
  CURSOR_KEY: z.string().min(32).optional(),
  /** Hosts whose pages may call the MCP endpoint from a browser. */
  MCP_ALLOWED_ORIGINS: list,
  DOCS_ASSETS_DIR: z.string().min(1).default("assets"),
  /** Where the guides are served; the reference links to them then. */
  GUIDES_URL: z.string().min(1).optional(),
  /** Empty: no media are kept, neither customers' nor ours. */
  MEDIA_BUCKET: given,
  MEDIA_BUCKET_REGION: given,
  /** Of customers' media in the bucket. */
  MEDIA_KEY_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]+(?:\/[A-Za-z0-9_-]+)*$/, "must be a path of letters, digits, - and _")
    .default("inbound"),
  MEDIA_DELIVERY_URL: given.pipe(z.url({ protocol: /^https?$/ }).optional()),
  MEDIA_PUBLIC_KEY_ID: given,
  /** One of the two: a file in PEM, or the PEM sealed by the service's key (`docs/media.md`). */
  MEDIA_PRIVATE_KEY_FILE: given,
  MEDIA_PRIVATE_KEY_SEALED: given,
  MEDIA_URL_SECONDS: z.coerce.number().int().positive().max(604_800).default(900),
  MEDIA_QUEUE_URL: given.pipe(z.url().optional()),
};

type Values = { readonly [Name in keyof typeof variables]: z.output<(typeof variables)[Name]> };
export type VariableName = keyof Values;
const schemas: { readonly [Name in VariableName]: z.ZodType<Values[Name]> } = variables;

/** Of a variable that is missing or wrong; the message names it. */
export class VariableError extends Error {
  override readonly name = "VariableError";
}

/**
 * One variable, checked when it is read: a function has those that it reads, and no others. Services are built in the init phase, so that a
 * missing variable fails the first start of a deployment, not its thousandth request. By its name as a text, which a test finds in bundles.
 */
export function config<Name extends VariableName>(
  name: Name,
  environment: NodeJS.ProcessEnv = process.env,
): Values[Name] {
  const read = schemas[name].safeParse(environment[name]);
  if (read.success) return read.data;
  throw new VariableError(`${name}: ${read.error.issues.map(({ message }) => message).join(", ")}`);
}
