/** The time limits, in milliseconds. Connecting has 10 s, greeting 10 s and silence 25 s, below the 30 s of a whole send (W-smtp-timeouts). */
export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** The server may be silent for this long within a conversation. Its answer to the whole mail may take the remaining time of the send. */
  readonly socketMs: number;
  /** A pooled connection may take this long to answer RSET before a new one is opened instead. */
  readonly checkMs: number;
  /** An unused connection is kept this long. It is short, because servers drop idle connections, and a frozen Lambda process does not notice. */
  readonly idleMs: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectMs: 10_000,
  greetingMs: 10_000,
  socketMs: 25_000,
  checkMs: 1_000,
  idleMs: 20_000,
};
