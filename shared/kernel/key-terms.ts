import { type KeyPermission, USUAL_PERMISSIONS } from "./key-permissions.ts";
import { Refusal } from "./refusal.ts";
import type { Mode } from "./test-mode.ts";

export interface KeyLimits {
  /** At most this many notifications are accepted in one day of UTC (D47d). */
  readonly perDay?: number | undefined;
  /** Every recipient has to match one of these patterns (D47c). */
  readonly recipients?: readonly string[] | undefined;
}

/** What a key may do, how much of it, and whether a person has to approve it (D47). The terms are fixed when the key is made. */
export interface KeyTerms {
  /** Undefined for a key that was made without permissions in words. It then has the usual ones. */
  readonly permissions?: readonly KeyPermission[] | undefined;
  readonly limits?: KeyLimits | undefined;
  /** With `required`, everything that the key sends waits for a person. */
  readonly approval?: KeyApproval | undefined;
  /** `test` for a key of test mode (D48). */
  readonly mode?: NamedMode | undefined;
}

/** The modes that a key names; a live key names none. */
export type NamedMode = Exclude<Mode, "live">;

export const KEY_APPROVALS = ["required"] as const;
export type KeyApproval = (typeof KEY_APPROVALS)[number];

/** The API key that a request was made with. */
export interface CallingKey extends KeyTerms {
  readonly id: string;
  readonly name: string;
  /** The id of the key's daily count. A rotated key goes on with the count of the key before it. */
  readonly countId: string;
}

/** Tells whether what the key sends waits for a person (D47e). */
export const needsApproval = (terms: KeyTerms | undefined): boolean => terms?.approval === "required";

export const permissionsOf = ({ permissions }: KeyTerms): readonly KeyPermission[] => permissions ?? USUAL_PERMISSIONS;

export const isPermitted = (terms: KeyTerms, permission: KeyPermission): boolean =>
  permissionsOf(terms).includes(permission);

/** `advice` says what the caller needs. */
export const insufficientPermission = (advice?: string): Refusal =>
  new Refusal("insufficient_permission", `insufficient permission${advice === undefined ? "" : `: ${advice}`}`);
