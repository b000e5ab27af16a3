/** The channel gives these causes when no server reported the failure. */
export const MAIL_CAUSES = {
  account_deleted: "the sending account no longer exists",
  domain_not_trusted: "a recipient's domain is not one of the account's trusted_domains",
  credential_unreadable: "the sending account's credential cannot be opened: set it again",
  credential_missing: "the account has a username and no password",
  sign_in_not_offered: "the server offers no authentication",
  http_provider_disabled: "provider http_api is not enabled",
  address_beyond_ascii: "the server does not accept addresses beyond ASCII (SMTPUTF8)",
  /** The error that came instead of an answer is appended to this text. */
  delivery_in_doubt: "the server took the whole mail and did not answer: it may have been delivered",
  files_need_smtp: "attachments need a sending account with provider smtp",
  file_unreadable: "a file of the mail could not be read: nothing was delivered",
  recipient_unanswered: "the server gave no answer for this recipient",
} as const;
