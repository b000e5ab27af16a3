import type { MailStage } from "../domain/mail.ts";

/** The server has enough of our connections, or of mails or logins in a time. Fewer connections help against both. */
export type Objection = "connections" | "rate";

export interface SmtpReply {
  readonly stage: MailStage;
  /** `code` is absent when the server said nothing. */
  readonly code?: number | undefined;
  readonly message: string;
}

/** The server has too many connections, or is going down (RFC 5321 section 4.2). */
export const CLOSING = 421;

/** Only this much of a reply is searched; an objection is shorter. */
const MOST_CHARACTERS = 500;
/** Up to four words may stand in between, unless one shows that the limit is about a mail, a single connection or its contents. */
const BETWEEN = String.raw`(?:(?!recip|hop|attach|error|command|user|address|invalid|fail|bad|size|time|idle|transaction)[\w-]+ ){0,4}`;
const LINKS = String.raw`(?:connections?|sessions?|threads?|logins?)\b`;
const LIMIT = String.raw`(?:limits?|maximum|max|exceed(?:ed|s)?|reached)\b`;

/** Postfix, Exim, Gmail, GoDaddy and Microsoft ("Concurrent connections limit", "sender thread limit") write this about connections. */
const OF_CONNECTIONS = [
  String.raw`\btoo many ${BETWEEN}${LINKS}`,
  String.raw`\b${LINKS} ${BETWEEN}${LIMIT}`,
  String.raw`\b${LIMIT} ${BETWEEN}${LINKS}`,
].map((source) => new RegExp(source, "i"));

/** Amazon ("Throttling failure: Maximum sending rate exceeded") and Postfix ("too much mail", "too many AUTH commands") write this about rates. */
const OF_RATE = [
  /\bthrottl/i,
  /\btoo (?:many (?:(?:smtp )?e-?mails?|messages|auth commands)|much mail)\b/i,
  /\brate[ -]?limit/i,
  new RegExp(String.raw`\brate ${BETWEEN}${LIMIT}`, "i"),
  new RegExp(String.raw`\b${LIMIT} ${BETWEEN}rate\b`, "i"),
];

/** Codes X.7 are about policy (RFC 3463). A limit by policy is a limit in a time. */
const BY_POLICY = /^4\d\d[ -]4\.7\.\d+\b/;
const LIMITED = /\b(?:limit(?:s|ed|ing)?|rates?)\b/i;
const ABOUT_ONE_MAIL = /\b(?:recipients?|size)\b/i;

const matches = (patterns: readonly RegExp[], said: string): boolean => patterns.some((pattern) => pattern.test(said));
const isByPolicy = (said: string): boolean => BY_POLICY.test(said) && LIMITED.test(said) && !ABOUT_ONE_MAIL.test(said);

/** It reads the objection from a reply that is temporary (4xx), or that comes with any code instead of a greeting. */
export function saidObjection({ stage, code, message }: SmtpReply): Objection | undefined {
  const isForATime = code !== undefined && code >= 400 && code < 500;
  if (!isForATime && (code === undefined || stage !== "connect")) return undefined;
  const said = message.slice(0, MOST_CHARACTERS).replace(/\s+/g, " ");
  if (matches(OF_CONNECTIONS, said)) return "connections";
  return code === CLOSING || matches(OF_RATE, said) || isByPolicy(said) ? "rate" : undefined;
}

/** `isUnsaid` is true for a connection that ended silently before a mail was on it: when other connections work, it may be one too many. */
export function isUnsaid({ stage, code }: SmtpReply): boolean {
  return code === undefined && stage !== "resolve" && stage !== "content" && stage !== "request";
}
