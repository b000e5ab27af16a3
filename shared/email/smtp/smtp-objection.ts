import type { MailStage } from "../domain/mail.ts";

/** An objection is a reply that we have too many connections, or send or log in too often (`rate`). Fewer connections help against both. */
export type Objection = "connections" | "rate";

export interface SmtpReply {
  readonly stage: MailStage;
  /** `code` is absent when the server said nothing. */
  readonly code?: number | undefined;
  readonly message: string;
}

/** The reply code of a server that has too many connections, or that is shutting down (RFC 5321 section 4.2). */
export const CLOSING = 421;

/** Only this many characters of a reply are searched, because objections are shorter. */
const MOST_CHARACTERS = 500;
/** Up to four words between the words of a pattern. The listed words are excluded, because they belong to limits of a single mail. */
const BETWEEN = String.raw`(?:(?!recip|hop|attach|error|command|user|address|invalid|fail|bad|size|time|idle|transaction)[\w-]+ ){0,4}`;
const LINKS = String.raw`(?:connections?|sessions?|threads?|logins?)\b`;
const LIMIT = String.raw`(?:limits?|maximum|max|exceed(?:ed|s)?|reached)\b`;

/** The objections to connections of Postfix, Exim, Gmail, GoDaddy and Microsoft ("Concurrent connections limit", "sender thread limit"). */
const OF_CONNECTIONS = [
  String.raw`\btoo many ${BETWEEN}${LINKS}`,
  String.raw`\b${LINKS} ${BETWEEN}${LIMIT}`,
  String.raw`\b${LIMIT} ${BETWEEN}${LINKS}`,
].map((source) => new RegExp(source, "i"));

/** The objections to rates of Amazon ("Throttling failure: Maximum sending rate exceeded") and Postfix ("too much mail"). */
const OF_RATE = [
  /\bthrottl/i,
  /\btoo (?:many (?:(?:smtp )?e-?mails?|messages|auth commands)|much mail)\b/i,
  /\brate[ -]?limit/i,
  new RegExp(String.raw`\brate ${BETWEEN}${LIMIT}`, "i"),
  new RegExp(String.raw`\b${LIMIT} ${BETWEEN}rate\b`, "i"),
];

/** Status codes 4.7.x are about policy (RFC 3463). A limit that a policy sets is a rate. */
const BY_POLICY = /^4\d\d[ -]4\.7\.\d+\b/;
const LIMITED = /\b(?:limit(?:s|ed|ing)?|rates?)\b/i;
const ABOUT_ONE_MAIL = /\b(?:recipients?|size)\b/i;

const matches = (patterns: readonly RegExp[], said: string): boolean => patterns.some((pattern) => pattern.test(said));
const isByPolicy = (said: string): boolean => BY_POLICY.test(said) && LIMITED.test(said) && !ABOUT_ONE_MAIL.test(said);

/** Returns the objection in a reply. The reply must be temporary (4xx), or come with any code instead of a greeting. */
export function saidObjection({ stage, code, message }: SmtpReply): Objection | undefined {
  const isForATime = code !== undefined && code >= 400 && code < 500;
  if (!isForATime && (code === undefined || stage !== "connect")) return undefined;
  const said = message.slice(0, MOST_CHARACTERS).replace(/\s+/g, " ");
  if (matches(OF_CONNECTIONS, said)) return "connections";
  return code === CLOSING || matches(OF_RATE, said) || isByPolicy(said) ? "rate" : undefined;
}

/** True when a connection ended without a reply before a mail's content. If other connections work, this one may have been one too many. */
export function isUnsaid({ stage, code }: SmtpReply): boolean {
  return code === undefined && stage !== "resolve" && stage !== "content" && stage !== "request";
}
