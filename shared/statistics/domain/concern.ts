/** The kinds of things that need attention, the most urgent first: a list of concerns is in this order. */
export const CONCERN_KINDS = [
  "sending_account_failing",
  "webhook_disabled",
  "chat_account_failing",
  "chat_template_stopped",
  "customers_waiting",
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
  "email_template",
  "api_key",
] as const;

export interface Concern {
  readonly kind: ConcernKind;
  /** The record that it leads to. */
  readonly record: { readonly kind: (typeof RECORD_KINDS)[number]; readonly id: string };
  readonly title: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly sinceMs?: number | undefined;
  /** When something ends: attempts, a service window, a key. */
  readonly untilMs?: number | undefined;
  /** Of notifications, customers or mails. */
  readonly count?: number | undefined;
  /** Of a key: its last use. */
  readonly lastUsedAtMs?: number | undefined;
}

/** By kind, and of one kind the oldest first. */
export const inOrder = (concerns: readonly Concern[]): readonly Concern[] =>
  concerns.toSorted(
    (a, b) => CONCERN_KINDS.indexOf(a.kind) - CONCERN_KINDS.indexOf(b.kind) || (a.sinceMs ?? 0) - (b.sinceMs ?? 0),
  );

/** `1 mail`, `12 mails`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
