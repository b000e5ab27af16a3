import type { MailStage } from "../domain/mail.ts";

/** The server has enough of us: of connections at once, or, as far as it tells, of mails or logins in a time. Fewer connections help against both. */
export type Objection = "connections" | "rate";

export interface SmtpReply {
  readonly stage: MailStage;
  /** Absent when the server said nothing. */
  readonly code?: number | undefined;
  readonly message: string;
}

/** RFC 5321 section 4.2: too many connections, or going down. */
export const CLOSING = 421;

/** Longer than any such reply; what follows is not searched. */
const MOST_CHARACTERS = 500;
/** Up to four words, none of which turns the limit into one of a mail, of one connection or of its contents. */
const BETWEEN = String.raw`(?:(?!recip|hop|attach|error|command|user|address|invalid|fail|bad|size|time|idle|transaction)[\w-]+ ){0,4}`;
const LINKS = String.raw`(?:connections?|sessions?|threads?|logins?)\b`;
const LIMIT = String.raw`(?:limits?|maximum|max|exceed(?:ed|s)?|reached)\b`;

/** Postfix, Exim, Gmail, GoDaddy; Microsoft ("Concurrent connections limit", "sender thread limit"; "maximum number of connections"). */
const OF_CONNECTIONS = [
  String.raw`\btoo many ${BETWEEN}${LINKS}`,
  String.raw`\b${LINKS} ${BETWEEN}${LIMIT}`,
  String.raw`\b${LIMIT} ${BETWEEN}${LINKS}`,
].map((source) => new RegExp(source, "i"));

/** Amazon ("Throttling failure: Maximum sending rate exceeded"), Postfix ("too much mail", "too many AUTH commands"). */
const OF_RATE = [
  /\bthrottl/i,
  /\btoo (?:many (?:(?:smtp )?e-?mails?|messages|auth commands)|much mail)\b/i,
  /\brate[ -]?limit/i,
  new RegExp(String.raw`\brate ${BETWEEN}${LIMIT}`, "i"),
  new RegExp(String.raw`\b${LIMIT} ${BETWEEN}rate\b`, "i"),
];

/** RFC 3463, X.7: of policy. Who is limited by policy is limited in a time. */
const BY_POLICY = /^4\d\d[ -]4\.7\.\d+\b/;
const LIMITED = /\b(?:limit(?:s|ed|ing)?|rates?)\b/i;
const ABOUT_ONE_MAIL = /\b(?:recipients?|size)\b/i;

const matches = (patterns: readonly RegExp[], said: string): boolean => patterns.some((pattern) => pattern.test(said));
const isByPolicy = (said: string): boolean => BY_POLICY.test(said) && LIMITED.test(said) && !ABOUT_ONE_MAIL.test(said);

/** The objection that a reply expresses: for a time (4xx), or instead of a greeting with any code. */
export function saidObjection({ stage, code, message }: SmtpReply): Objection | undefined {
  const isForATime = code !== undefined && code >= 400 && code < 500;
  if (!isForATime && (code === undefined || stage !== "connect")) return undefined;
  const said = message.slice(0, MOST_CHARACTERS).replace(/\s+/g, " ");
  if (matches(OF_CONNECTIONS, said)) return "connections";
  return code === CLOSING || matches(OF_RATE, said) || isByPolicy(said) ? "rate" : undefined;
}

/**
 * Whether the connection was refused, cut or left without a word before a mail could be on it. Where other connections to the same server
 * work, such a server, or a firewall before it, may mean that this one is one too many.
 */
export function isUnsaid({ stage, code }: SmtpReply): boolean {
  return code === undefined && stage !== "resolve" && stage !== "content" && stage !== "request";
}
