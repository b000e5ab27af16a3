/** The service's own words for a failure that no provider told of: a notification keeps them as its last error. */
export const CAUSES = {
  account_deleted: "the sending account no longer exists",
  chat_account_deleted: "the chat account no longer exists",
  /** Nobody can send what is not there. */
  content_expired: "the content of the notification is not stored, or not any more",
  domain_not_trusted: "a recipient's domain is not one of the account's trusted_domains",
  credential_unreadable: "the sending account's credential cannot be opened: set it again",
  credential_missing: "the account has a username and no password",
  sign_in_not_offered: "the server offers no authentication",
  http_provider_disabled: "provider http_api is not enabled",
  address_beyond_ascii: "the server does not accept addresses beyond ASCII (SMTPUTF8)",
  /** The beginning: what was heard instead of an answer follows. */
  delivery_in_doubt: "the server took the whole mail and did not answer: it may have been delivered",
  files_need_smtp: "attachments need a sending account with provider smtp",
  file_unreadable: "a file of the mail could not be read: nothing was delivered",
  recipient_unanswered: "the server gave no answer for this recipient",
  /** While a table, the content bucket or the key service does not answer. */
  service_unavailable: "not tried yet: a service that the delivery needs does not answer",
  /** Every worker that took the notification crashed. */
  delivery_crashed: "delivery was given up: it crashed the worker repeatedly",
  /** Every attempt was used up by workers that died. */
  delivery_interrupted: "delivery was interrupted on every attempt",
  window_closed: "the service window has closed: more than 24 hours have passed since the customer last wrote",
  templates_only: "the chat account sends templates only: its provider_phone_number_id is not set",
  conversation_held: "conversation is owned by another tenant since this message was accepted",
  media_expired: "the uploaded file has expired",
  reaction_target_gone: "the message reacted to no longer exists",
  reaction_target_not_sent: "the message reacted to is not sent yet",
  template_deleted: "the template was deleted",
  /** The beginning: the template's status follows. */
  template_not_approved: "the template is not approved any more",
} as const;
