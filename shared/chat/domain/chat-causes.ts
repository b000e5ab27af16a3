/** The channel gives these causes when no provider reported the failure. */
export const CHAT_CAUSES = {
  chat_account_deleted: "the chat account no longer exists",
  window_closed: "the service window has closed: more than 24 hours have passed since the customer last wrote",
  templates_only: "the chat account sends templates only: its provider_phone_number_id is not set",
  conversation_held: "conversation is owned by another tenant since this message was accepted",
  media_expired: "the uploaded file has expired",
  reaction_target_gone: "the message reacted to no longer exists",
  reaction_target_not_sent: "the message reacted to is not sent yet",
  template_deleted: "the template was deleted",
  /** The template's status is appended to this text. */
  template_not_approved: "the template is not approved any more",
} as const;
