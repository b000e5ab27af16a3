import { resolve } from "node:path";
import * as z from "zod";
import { nearestName } from "../lib/nearest-name.ts";

const PORT = "must be a port, 0 to 65535; 0 picks a free one";
const SECONDS = "must be seconds, above 0";
/** Node's timers are limited to 24 days; a longer one would fire at once, again and again. */
const LONGEST_TIMER_SECONDS = 2_147_483;
const WHOLE = "must be a whole number, 1 or more";

const DOMAIN = /^(?=.{1,190}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

const portNumber = z.coerce.number(PORT).int(PORT).min(0, PORT).max(65_535, PORT);
const port = (fallback: number) => portNumber.default(fallback);
const positive = (error: string) => z.coerce.number(error).positive(error);
const seconds = (fallback: number) => positive(SECONDS).default(fallback);
const timerSeconds = (fallback: number) =>
  seconds(fallback).transform((value) => Math.min(value, LONGEST_TIMER_SECONDS));
const whole = (fallback: number) => positive(WHOLE).int(WHOLE).default(fallback);

const localOrigin = z
  .string()
  .refine(
    (text) => /^https?:\/\/[\w.:[\]-]+$/.test(text) && URL.parse(text)?.origin === text,
    "must be origins such as http://127.0.0.1:3011",
  );

const variables = z.object({
  HERALD_PORT: port(3000),
  HERALD_AUTH_PORT: port(3001),
  HERALD_AUTH_TOKEN_PORT: portNumber.optional(),
  HERALD_OIDC_ORIGINS: z
    .string()
    .default("")
    .transform((text) => text.split(/\s*,\s*/).filter(Boolean))
    .pipe(z.array(localOrigin)),
  HERALD_MAILBOX_PORT: port(3002),
  HERALD_SMTP_PORT: port(3025),
  HERALD_CHAT_PORT: port(3003),
  HERALD_CHAT_REVIEW_SECONDS: z.coerce
    .number("must be seconds, 0 or more")
    .min(0, "must be seconds, 0 or more")
    .default(2),
  HERALD_CHAT_RECONCILE_SECONDS: timerSeconds(60),
  HERALD_DATA_DIR: z.string().default(".herald"),
  HERALD_BACKOFF_BASE_SECONDS: seconds(30),
  HERALD_LEASE_SECONDS: seconds(90),
  HERALD_SWEEP_SECONDS: timerSeconds(60),
  HERALD_RATE_REFILL: positive("must be requests a second, above 0").default(1),
  HERALD_RATE_BURST: whole(30),
  HERALD_HTTP_API_PROVIDER: z.enum(["true", "false"], "must be true or false").default("false"),
  HERALD_BOUNCE_DOMAIN: z
    .string()
    .transform((name) => name.trim().toLowerCase())
    .pipe(z.string().regex(DOMAIN, "must be a domain such as bounces.herald.test"))
    .default("bounces.herald.test"),
  HERALD_MAILBOX_KEEP: whole(10_000),
  HERALD_DYNAMODB_ENDPOINT: z.url("must be an address such as http://127.0.0.1:8000").optional(),
  HERALD_LOG: z.enum(["text", "json"], "must be text or json").default("text"),
});

/** The settings of `npm start`. A port of 0 picks a free one. */
export type LocalSettings = z.output<typeof variables>;

/** Throws with one readable line for each invalid variable. */
export function readLocalSettings(env: NodeJS.ProcessEnv): LocalSettings {
  // Shells and compose files leave unset variables empty.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ""));
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new Error(`these settings are not valid:\n  ${problems.join("\n  ")}`);
  }
  return { ...parsed.data, HERALD_DATA_DIR: resolve(parsed.data.HERALD_DATA_DIR) };
}

/** Variables of commands, guides and tests. A start does not read them. */
const NAMED_ELSEWHERE =
  /^HERALD_(?:URL|API_KEY|ACCESS_TOKEN|\w+_URL|MAILBOX_SMTP_\w+|\w+_ACCOUNT_ID|RENEW_PICTURES|TELL_STEPS|KEPT_BUILDS)$/;

/** Returns a line for each variable that looks like a setting but is none, with the nearest name. */
export function unknownSettings(env: NodeJS.ProcessEnv): readonly string[] {
  const known = Object.keys(variables.shape);
  const unknown = Object.keys(env).filter((name) => /^HERALD_/.test(name) && !known.includes(name));
  return unknown
    .filter((name) => !NAMED_ELSEWHERE.test(name))
    .map((name) => `${name} is no setting and was not read${suggestion(nearestName(name, known))}`);
}

const suggestion = (name: string | undefined): string => (name === undefined ? "" : `: did you mean ${name}?`);
