/** The kinds of problem that the panel's first page lists, the most urgent first. */
export const CONCERN_KINDS = [
  "sending_account_failing",
  "sending_account_complaints_exceeded",
  "sending_account_bounces_exceeded",
  "webhook_disabled",
  "chat_account_failing",
  "chat_template_stopped",
  "customers_waiting",
  "approvals_waiting",
  "sending_account_complaints",
  "template_lacks_variables",
  "replaced_api_key_used",
  "webhook_failing",
  "api_key_expiring",
] as const;
export type ConcernKind = (typeof CONCERN_KINDS)[number];

export const RECORD_KINDS = [
  "sending_account",
  "webhook",
  "chat_account",
  "chat_template",
  "conversation",
  "approval",
  "email_template",
  "api_key",
] as const;

export interface Concern {
  readonly kind: ConcernKind;
  /** The record that the concern is about and links to. */
  readonly record: { readonly kind: (typeof RECORD_KINDS)[number]; readonly id: string };
  readonly title: string;
  readonly text: string;
  /** The time is in epoch milliseconds. */
  readonly sinceMs?: number | undefined;
  /** The time at which something ends: the attempts, a service window, a key. */
  readonly untilMs?: number | undefined;
  /** The number of notifications, customers, mails, bounces or complaints that the concern is about. */
  readonly count?: number | undefined;
  /** The time at which the key was last used. */
  readonly lastUsedAtMs?: number | undefined;
}

/** Sorts concerns by kind, and within a kind the oldest first. */
export const inOrder = (concerns: readonly Concern[]): readonly Concern[] =>
  concerns.toSorted(
    (a, b) => CONCERN_KINDS.indexOf(a.kind) - CONCERN_KINDS.indexOf(b.kind) || (a.sinceMs ?? 0) - (b.sinceMs ?? 0),
  );

/** Returns a number with its noun: `1 mail` or `12 mails`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
