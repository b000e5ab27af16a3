import type { Owner } from "./owner.ts";

/** The kinds of records that people change. */
export const RECORD_KINDS = [
  "api_key",
  "sending_account",
  "email_template",
  "chat_template",
  "chat_account",
  "webhook",
  "notification",
  "alerts",
  "suppression",
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const ACTIONS = [
  "created",
  "changed",
  "deleted",
  "rotated",
  "revoked",
  "restored",
  "tested",
  "verified",
  "synced",
  "replayed",
  "retried",
  "canceled",
  "approved",
  "declined",
  "resent",
] as const;
export type Action = (typeof ACTIONS)[number];

/** The change that a route makes to a record, as the activity log names it. */
export interface Change {
  readonly kind: RecordKind;
  readonly action: Action;
}

export interface Actor {
  readonly sub: Owner;
  /** The name that the identity provider gives the person; absent when it gives none. */
  readonly name?: string | undefined;
}

/** The log of one owner, or `administration`, which all administrators share. */
export type ActivityScope = { readonly owner: Owner } | "administration";

/** An entry says who did what to which record, and when. It holds the names of fields but never their values. */
export interface ActivityEntry extends Change {
  readonly id: string;
  /** When the person did it (RFC 3339 in UTC, with milliseconds). */
  readonly at: string;
  readonly actor: Actor;
  readonly recordId?: string | undefined;
  readonly recordName?: string | undefined;
  /** The changed fields of a record, or what a key was made with, by their names in the interface. */
  readonly fields?: readonly string[] | undefined;
  readonly requestId: string;
}
