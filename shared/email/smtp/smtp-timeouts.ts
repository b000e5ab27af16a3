/** W-smtp-timeouts: connection, greeting and socket timeouts of 10, 10 and 25 s below the 30 s of a whole send. */
export interface SmtpTimeouts {
  readonly connectMs: number;
  readonly greetingMs: number;
  /** Silence of the server within a conversation; its answer to the whole mail has all that is left of the send. */
  readonly socketMs: number;
  /** How long a pooled connection may take to answer RSET before a new one is opened instead. */
  readonly checkMs: number;
  /** How long an unused connection is kept. Short, because servers and NATs drop idle ones and a frozen environment cannot notice. */
  readonly idleMs: number;
}

export const SMTP_TIMEOUTS: SmtpTimeouts = {
  connectMs: 10_000,
  greetingMs: 10_000,
  socketMs: 25_000,
  checkMs: 1_000,
  idleMs: 20_000,
};
