/**
 * What a data key seals. The sealing key has the purpose in its encryption context, and grants name it
 * (`lib/cloud/capabilities.ts`), so that a function which may open the data key of one purpose opens no other.
 */
export const SEALING_PURPOSES = {
  /** The secrets of sending accounts and webhooks. */
  accounts: "account-secrets",
  /** The random bytes that are reserved for the secret of a request (`shared/edge/reserved-secret.ts`). */
  requests: "request-secrets",
} as const;

export type SealingPurpose = (typeof SEALING_PURPOSES)[keyof typeof SEALING_PURPOSES];
