import type { Owner } from "../../kernel/owner.ts";

/** The problems about which Herald may alert an owner by mail. */
export const ALERT_KINDS = [
  "sending_account_failing",
  "webhook_disabled",
  "chat_template_rejected",
  "customer_waiting",
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const MAX_ALERT_ADDRESSES = 10;

/** An alert that was not sent. */
export interface UnsentAlert {
  /** The subject that its mail would have had. */
  readonly title: string;
  readonly atMs: number;
}

/** The choices of an owner, which the panel shows and replaces. */
export interface AlertChoices {
  readonly addresses: readonly string[];
  readonly kinds: readonly AlertKind[];
  readonly isSummaryWanted: boolean;
}

/** An owner's choices, and the marks of how far the owner's alerts and summaries have been sent. */
export interface AlertSettings extends AlertChoices {
  readonly owner: Owner;
  /** The newest alert that was not sent; absent once a later one was sent. */
  readonly unsent?: UnsentAlert | undefined;
  /** An alert was already sent about customers who have waited since this epoch millisecond, or longer. */
  readonly waitingToldMs?: number | undefined;
  /** The epoch millisecond at which the newest week with a sent summary ended. */
  readonly summaryToldMs?: number | undefined;
  readonly updatedAt: string;
  /** The revision changes with every write of the choices. */
  readonly revision: string;
}

/** The revision of an owner who has never chosen anything. */
export const NEVER_CHOSEN = "none";

/** The choices of an owner who has never chosen anything: no alert is sent. */
export const nothingChosen = (owner: Owner): AlertSettings => ({
  owner,
  addresses: [],
  kinds: [],
  isSummaryWanted: false,
  updatedAt: new Date(0).toISOString(),
  revision: NEVER_CHOSEN,
});

export const isWanted = ({ addresses, kinds }: AlertChoices, kind: AlertKind): boolean =>
  addresses.length > 0 && kinds.includes(kind);
