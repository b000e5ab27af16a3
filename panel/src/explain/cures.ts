import type { Schemas } from "../api/schemas.ts";

type Code = Schemas["Explanation"]["code"];

/** The record to change before a notification can be sent. */
export type Cure = "account" | "address";

const CURES: Partial<Record<Code, Cure>> = {
  recipient_refused: "address",
  mailbox_not_found: "address",
  domain_takes_no_mail: "address",
  address_invalid: "address",
  address_beyond_ascii: "address",
  mailbox_disabled: "address",
  mailbox_full: "address",
  credential_refused: "account",
  credential_missing: "account",
  credential_unreadable: "account",
  sign_in_required: "account",
  sign_in_method_refused: "account",
  sign_in_not_offered: "account",
  sender_refused: "account",
  sender_unauthenticated: "account",
  policy_refused: "account",
  server_not_found: "account",
  server_unreachable: "account",
  server_refused_connection: "account",
  address_not_public: "account",
  tls_failed: "account",
  domain_not_trusted: "account",
  account_settings_unusable: "account",
  provider_unreachable: "account",
};

export const cureOf = (code: Code): Cure | undefined => CURES[code];
