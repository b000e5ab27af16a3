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
const flag = z
  .enum(["true", "false"])
  .default("false")
  .transform((text) => text === "true");
const positive = z.coerce.number().positive();

/** Everything that a function reads from its environment. The same names in the cloud and on one machine. */
const environment = z.object({
  CONFIG_TABLE: z.string().min(1),
  API_KEYS_TABLE: z.string().min(1),
  NOTIFICATIONS_TABLE: z.string().min(1),
  EPHEMERAL_TABLE: z.string().min(1),
  DELIVERY_QUEUE_URL: z.url(),
  CONTENT_BUCKET: z.string().min(1),
  /** One of the two holds the key that seals secrets: a KMS key, or a file where there is no KMS. */
  SECRET_KEY_ID: z.string().optional(),
  SECRET_KEY_FILE: z.string().optional(),
  OIDC_ISSUER: z.url(),
  OIDC_AUDIENCE: z.string().optional(),
  REQUIRED_SCOPE: z.string().min(1).default("notifications"),
  RATE_REFILL_PER_SECOND: positive.default(1),
  RATE_BURST: z.coerce.number().int().positive().default(30),
  BACKOFF_BASE_SECONDS: positive.default(30),
  LEASE_SECONDS: positive.default(90),
  CONTENT_KEPT_DAYS: positive.default(7),
  RECORD_KEPT_DAYS: positive.default(90),
  /** How long a message waits for its account before it makes room for others. With a send it must fit in the worker's timeout. */
  LANE_WAIT_SECONDS: positive.default(10),
  HTTP_API_PROVIDER: flag,
  /** Private networks and hosts that mail may go to: CIDR ranges, addresses or host names (D12). */
  PRIVATE_NETWORK_ALLOW: list,
  /** PEM files of authorities to trust beside the public ones. */
  EXTRA_AUTHORITY_FILES: list,
  ORIGIN_SECRETS: list,
  DOCS_ASSETS_DIR: z.string().min(1).default("assets"),
});

/** Parsed once per process: a missing variable fails the first start of a deployment, not its thousandth request. */
export const config = once(() => environment.parse(process.env));
