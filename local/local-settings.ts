import { resolve } from "node:path";
import * as z from "zod";

const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const seconds = (fallback: number) => z.coerce.number().positive().default(fallback);

const localOrigin = z
  .string()
  .refine(
    (text) => /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.parse(text)?.origin === text,
    "must be origins such as http://127.0.0.1:3011",
  );

const variables = z.object({
  HERALD_PORT: port(3000),
  HERALD_AUTH_PORT: port(3001),
  HERALD_AUTH_TOKEN_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HERALD_OIDC_ORIGINS: z
    .string()
    .default("")
    .transform((text) => text.split(/\s*,\s*/).filter(Boolean))
    .pipe(z.array(localOrigin)),
  HERALD_MAILBOX_PORT: port(3002),
  HERALD_SMTP_PORT: port(3025),
  HERALD_CHAT_PORT: port(3003),
  HERALD_CHAT_REVIEW_SECONDS: z.coerce.number().min(0).default(2),
  HERALD_CHAT_RECONCILE_SECONDS: seconds(60),
  HERALD_DATA_DIR: z.string().min(1).default(".herald"),
  HERALD_BACKOFF_BASE_SECONDS: seconds(30),
  HERALD_LEASE_SECONDS: seconds(90),
  HERALD_SWEEP_SECONDS: seconds(60),
  HERALD_RATE_REFILL: z.coerce.number().positive().default(1),
  HERALD_RATE_BURST: z.coerce.number().int().positive().default(30),
  HERALD_HTTP_API_PROVIDER: z.enum(["true", "false"]).default("false"),
  HERALD_MAILBOX_KEEP: z.coerce.number().int().positive().default(10_000),
  HERALD_DYNAMODB_ENDPOINT: z.url().optional(),
});

/** The local stack's settings, as `npm start` promises them. A port of 0 picks a free one. */
export type LocalSettings = z.output<typeof variables>;

/** Throws with one readable line per bad variable. */
export function readLocalSettings(env: NodeJS.ProcessEnv): LocalSettings {
  const parsed = variables.safeParse(env);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`these settings are not valid:\n  ${problems.join("\n  ")}`);
  }
  return { ...parsed.data, HERALD_DATA_DIR: resolve(parsed.data.HERALD_DATA_DIR) };
}
