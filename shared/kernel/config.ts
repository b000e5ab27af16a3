import * as z from "zod";
import { once } from "./once.ts";

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

/** Everything that a function reads from its environment. The same names in the cloud and on one machine. */
const environment = z.object({
  CONFIG_TABLE: z.string().min(1),
  API_KEYS_TABLE: z.string().min(1),
  NOTIFICATIONS_TABLE: z.string().min(1),
  CHAT_TABLE: z.string().min(1),
  EPHEMERAL_TABLE: z.string().min(1),
  DELIVERY_QUEUE_URL: z.url(),
  CONTENT_BUCKET: z.string().min(1),
  /** One of the two holds the key that seals secrets: a KMS key, or a file where there is no KMS. */
  SECRET_KEY_ID: z.string().optional(),
  SECRET_KEY_FILE: z.string().optional(),
  OIDC_ISSUER: z.url(),
  OIDC_AUDIENCE: z.string().optional(),
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
});

/** Parsed once per process: a missing variable fails the first start of a deployment, not its thousandth request. */
export const config = /* @__PURE__ */ once(() => environment.parse(process.env));
